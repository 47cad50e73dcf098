import { type Form, brandAddresses } from '@surety/device-grant';
import type { Clock } from '@surety/kernel';
import type { Consents } from '@surety/registry';
import { type PageSession, verifyPageSession } from '@surety/tokens';
import { isLanguage } from '../pages/languages';
import { refuseForeignOrigin } from '../pages/own-origin';
import type { PageAnswer } from '../pages/page-answer';
import { PageRefusal } from '../pages/page-refusal';
import { type PageRequest, formOf } from '../pages/page-request';
import { completion } from './completion';
import { consentAnswer } from './consent-view';

/** What a decision needs of its deployment. */
export interface DecisionSurroundings {
  readonly publicUrl: string;
  readonly consentKey: Uint8Array;
}

/** `POST C/decision` (PACT wire 3): the User's answer, or the same page in another language. */
export class DecisionService {
  constructor(
    private readonly consents: Pick<Consents, 'find' | 'decide'>,
    private readonly surroundings: DecisionSurroundings,
    private readonly clock: Clock,
  ) {}

  /** In the order of PACT wire 3: Origin, form, session, language, decision, one statement. Throws PageRefusal. */
  async decide(request: PageRequest): Promise<PageAnswer> {
    refuseForeignOrigin(request.origin, this.surroundings.publicUrl);
    const form = await formOf(request, ['scope']);
    const session = this.sessionOf(request, form);
    const decision = form.get('decision');
    const language = form.get('lang');
    if (decision === undefined && language !== undefined) return this.inLanguage(request, form, session);
    if (decision !== 'allow' && decision !== 'deny') throw new PageRefusal('link', 'decision is neither');
    const { brand, requestId } = request;
    const decided = await this.consents.decide(
      {
        brandId: brand.id,
        requestId: session.request,
        brandUser: session.sub,
        decision,
        ticked: form.all('scope'),
      },
      requestId,
    );
    if (!decided) throw new PageRefusal('link', 'the request is decided, expired or gone');
    return completion(brand, decided.issuer, decided.end, session.language);
  }

  private async inLanguage({ brand }: PageRequest, form: Form, session: ConsentSession): Promise<PageAnswer> {
    const language = form.get('lang');
    if (!isLanguage(language)) throw new PageRefusal('link', 'lang is none of ours');
    const consent = await this.consents.find(brand.id, session.request, session.sub);
    if (!consent) throw new PageRefusal('link', 'the request is decided, expired or gone');
    return consentAnswer({
      publicUrl: this.surroundings.publicUrl,
      brand,
      consent,
      user: session,
      language,
      ticked: form.all('scope'),
      sessionKey: this.surroundings.consentKey,
      nowMs: this.clock.nowMs(),
    });
  }

  private sessionOf({ brand, language }: PageRequest, form: Form): ConsentSession {
    const { decision: audience } = brandAddresses(this.surroundings.publicUrl, brand.id);
    const { consentKey: key } = this.surroundings;
    const expected = { kind: 'consent' as const, key, audience, brandId: brand.id };
    const session = verifyPageSession(form.get('session') ?? '', expected, this.clock.nowMs());
    if (!session.ok) throw new PageRefusal('link', `session: ${session.error.detail}`);
    const { request, lang } = session.value;
    if (request === undefined) throw new PageRefusal('link', 'session: no request');
    return { ...session.value, request, language: isLanguage(lang) ? lang : language };
  }
}

type ConsentSession = PageSession & {
  readonly request: string;
  readonly language: PageRequest['language'];
};
