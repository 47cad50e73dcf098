import { BRAND_PATHS } from '../brand/brand-paths';
import { FERNWAY } from '../seed/delegated-brand-seed';
import { type Markup, markup } from '@surety/platform';
import { type BrandPage, brandPage } from './brand-page';

const brandName = FERNWAY.brand.name;

/** What a login form holds when it is shown. */
export interface LoginForm {
  readonly returnTo: string;
  /** From the link; without it the User types the code. */
  readonly userCode: string | undefined;
  /** As typed before. */
  readonly email?: string;
  readonly typedCode?: string;
  readonly fault?: { readonly status: number; readonly text: string; readonly retryAfterSeconds?: number };
}

/** The login of the demo Brand: what the User knows goes to the Brand and to nobody else (PACT 5.3). */
export function loginPage({ returnTo, userCode, email, typedCode, fault }: LoginForm): BrandPage {
  const alert = fault && markup`<p class="alert" role="alert">${fault.text}</p>`;
  const retry = fault?.retryAfterSeconds;
  return brandPage({
    brandName,
    status: fault?.status ?? 200,
    title: 'Sign in',
    content: markup`<p>Your personal agent asked to act on your account. Sign in here first; you decide on the next page.</p>
${alert}
<form method="post" action="${BRAND_PATHS.login}">
<input type="hidden" name="return_to" value="${returnTo}">
<p><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email ?? ''}"></p>
<p><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required></p>
${userCode === undefined ? codeField(typedCode) : shownCode(userCode)}
<p><button type="submit">Sign in</button></p>
</form>`,
    ...(retry === undefined ? {} : { headers: { 'Retry-After': String(retry) } }),
  });
}

const codeField = (typed: string | undefined): Markup =>
  markup`<p><label for="user_code">Code that your agent shows</label>
<input id="user_code" name="user_code" autocomplete="off" required value="${typed ?? ''}"></p>`;

const shownCode = (code: string): Markup =>
  markup`<p>For the code <strong>${code}</strong>. If your agent shows another one, stop here.</p>`;

/** The way back to the Provider: a form with the assertion, which a script sends and a button too. */
export function handoffPage(consentUrl: string, providerOrigin: string, assertion: string): BrandPage {
  return brandPage({
    brandName,
    status: 200,
    title: 'You are signed in',
    // Bare parsers of the public suite read this form: method before action, name before value.
    content: markup`<form method="post" action="${consentUrl}">
<input type="hidden" name="assertion" value="${assertion}">
<p>Next you choose what your personal agent may do.</p>
<p><button type="submit">Continue</button></p>
</form>
<script src="${BRAND_PATHS.handoffScript}"></script>`,
    formTarget: providerOrigin,
  });
}

/** No login without a place to return to: what a link of a stranger meets. */
export function badLinkPage(): BrandPage {
  return brandPage({
    brandName,
    status: 400,
    title: 'This link does not work',
    content: markup`<p>It does not lead back to our sign-in partner. Go back to your personal agent and ask again.</p>`,
  });
}

/** While the demo Brand is not registered with a Provider there is nobody to sign in for. */
export function notReadyPage(): BrandPage {
  return brandPage({
    brandName,
    status: 503,
    title: 'Not open yet',
    content: markup`<p>Try again in a moment.</p>`,
    headers: { 'Retry-After': '5' },
  });
}

/** How a consent ended, as the Provider's redirect says; all of it is unproven and only shown. */
export interface ConnectedQuery {
  readonly status: string | undefined;
  readonly client: string | undefined;
  readonly scope: string | undefined;
}

/** Where the User ends after the consent (PACT wire 3). */
export function connectedPage({ status, client, scope }: ConnectedQuery): BrandPage {
  const agent = client !== undefined && URL.canParse(client) ? new URL(client).origin : 'Your personal agent';
  const approved = status === 'approved';
  const granted = (scope ?? '').split(' ');
  const words = FERNWAY.scopes.filter(({ id }) => granted.includes(id));
  const list = words.map(({ description }) => markup`<li>${description}</li>`);
  const content = approved
    ? markup`<p><bdi dir="ltr">${agent}</bdi> may now do this for you:</p>
<ul>${list}</ul>
<p>You can close this page and go back to your agent.</p>`
    : markup`<p>Nothing was changed. You can close this page and go back to your agent.</p>`;
  return brandPage({
    brandName,
    status: 200,
    title: approved ? 'Your agent is connected' : 'Your agent is not connected',
    content,
  });
}
