import { brandAddresses, consentBoxes, loginLink, showUserCode, skipsConsent } from '@surety/device-grant';
import { invariant } from '@surety/kernel';
import type { ConsentCase } from '@surety/registry';
import { signPageSession } from '@surety/tokens';
import { type DelegatingBrand, cardOf, domainOf } from '../pages/delegating-brand';
import type { Language } from '../pages/languages';
import type { PageAnswer } from '../pages/page-answer';
import { PageRefusal } from '../pages/page-refusal';
import { consentPage } from './consent-page';
import { type SignedInUser, accountOf } from './signed-in-user';

/** What one showing of the consent page is made of. */
export interface ConsentView {
  readonly publicUrl: string;
  readonly brand: DelegatingBrand;
  readonly consent: ConsentCase;
  readonly user: SignedInUser;
  readonly language: Language;
  /** The boxes as the User left them, when the page is shown again in another language. */
  readonly ticked?: readonly string[];
  /** Signs the session of the form (P21). */
  readonly sessionKey: Uint8Array;
  readonly nowMs: number;
}

/**
 * Shows the consent page of a pending request. Throws PageRefusal when the card has nothing left of what was asked for: there
 * is nothing to decide then.
 */
export function consentAnswer(view: ConsentView): PageAnswer {
  const { publicUrl, brand, consent, user, language } = view;
  const { request, personalAgent } = consent;
  invariant(personalAgent !== null, 'a request for consent has a personal agent');
  const boxes = boxesOf(view);
  if (boxes.length === 0) throw new PageRefusal('link', 'none of the requested scopes is on the card');
  const addresses = brandAddresses(publicUrl, brand.id);
  const userCode = showUserCode(request.userCode);
  const { loginUrl } = brand.delegation;
  const page = consentPage({
    language,
    brand: { name: brand.name, domain: domainOf(brand) },
    account: accountOf(user),
    personalAgent,
    userCode,
    boxes,
    session: sessionOf(view, addresses.decision),
    decisionUrl: addresses.decision,
    loginUrl: loginLink(loginUrl, `${addresses.consent}?user_code=${userCode}`),
    connectedAgentsUrl: addresses.connectedAgents,
    isCovered: isCovered(view),
  });
  return { kind: 'page', status: 200, page };
}

function boxesOf({ brand, consent, ticked }: ConsentView) {
  const words = new Map(brand.scopes.map(({ id, description }) => [id, description]));
  return consentBoxes(consent.request.scopes, consent.grant, cardOf(brand)).map(box => ({
    id: box.id,
    description: words.get(box.id) ?? box.id,
    ticked: ticked?.includes(box.id) ?? box.ticked,
  }));
}

/** The form that a live session's User posts may skip the choice (P22); an assertion would have skipped the whole page. */
function isCovered({ brand, consent }: ConsentView): boolean {
  const question = {
    brandSkips: brand.delegation.skipConsent,
    proof: 'live-session-post' as const,
    requested: consent.request.scopes,
    grant: consent.grant,
  };
  return skipsConsent(question, cardOf(brand), consent.now.getTime());
}

function sessionOf({ brand, consent, user, language, sessionKey, nowMs }: ConsentView, audience: string) {
  return signPageSession({
    kind: 'consent',
    key: sessionKey,
    audience,
    brandId: brand.id,
    request: consent.request.id,
    sub: user.sub,
    email: user.email,
    name: user.name,
    lang: language,
    nowMs,
    codeEndsAtMs: consent.request.expiresAt.getTime(),
  });
}
