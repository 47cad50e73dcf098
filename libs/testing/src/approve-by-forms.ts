import { strict as assert } from 'node:assert';

/** What a User of a Brand types into its login. */
export interface BrandLogin {
  readonly email: string;
  readonly password: string;
  /** Typed by hand when the link carries no code. */
  readonly userCode?: string;
}

/** How a consent ended. */
export interface ConsentEnding {
  /** Of the last answer: 303 to the Brand's completion page, else a page of the Provider. */
  readonly status: number;
  readonly location: URL | undefined;
  /** Scope ids of the boxes on the consent page with their state; empty when no page was shown (P22). */
  readonly boxes: readonly { readonly id: string; readonly checked: boolean }[];
  /** The consent page as it came; empty when none was shown. */
  readonly consentPage: string;
}

/** An answer that is read as bare text. */
interface Page {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
  readonly html: string;
}

/**
 * Plays a User who opens a verification link, logs in with the Brand and decides on the consent page (PACT 5.3), as bare HTTP: no
 * cookies, no Origin, no script, no redirect followed. In: the link, the login, the boxes to tick. Throws AssertionError when a
 * page on the way is not what it should be, with the page's status and text.
 */
export async function approveByForms(
  link: string,
  login: BrandLogin,
  ticks: readonly string[],
  decision: 'allow' | 'deny' = 'allow',
): Promise<ConsentEnding> {
  const handoff = await logInByForm(link, login);
  const consent = await post(handoff.action, [['assertion', handoff.assertion]]);
  if (consent.status === 303) return ending(consent, []);
  assert.equal(consent.status, 200, `the consent page answered ${consent.status}: ${consent.html}`);
  const boxes = boxesOf(consent.html);
  const ticked = boxes.filter(({ id }) => ticks.includes(id)).map(({ id }) => ['scope', id] as const);
  const answer = await post(formAction(consent), [
    ['session', inputValue(consent.html, 'session')],
    ...ticked,
    ['decision', decision],
  ]);
  return { ...ending(answer, boxes), consentPage: consent.html };
}

/** Only the login: the assertion that the Brand hands out, and the consent address that it is for. */
export async function logInByForm(
  link: string,
  { email, password, userCode }: BrandLogin,
): Promise<{ readonly action: string; readonly assertion: string }> {
  const login = await loginPage(link);
  const fields: (readonly [string, string])[] = [
    ['return_to', inputValue(login.html, 'return_to')],
    ['email', email],
    ['password', password],
  ];
  if (userCode !== undefined) fields.push(['user_code', userCode]);
  const handoff = await post(formAction(login), fields);
  assert.equal(handoff.status, 200, `the login answered ${handoff.status}: ${handoff.html}`);
  return { action: formAction(handoff), assertion: inputValue(handoff.html, 'assertion') };
}

/** The Brand's login; a link to the Provider (P22) names it in a redirect, which is opened as a new address. */
async function loginPage(link: string): Promise<Page> {
  const first = await request(link, {});
  const page = first.status === 303 && first.location ? await request(first.location, {}) : first;
  assert.equal(page.status, 200, `the login page answered ${page.status}: ${page.html}`);
  return page;
}

function ending(page: Page, boxes: ConsentEnding['boxes']): ConsentEnding {
  const location = page.location === null ? undefined : new URL(page.location);
  return { status: page.status, location, boxes, consentPage: '' };
}

function post(url: string, fields: readonly (readonly [string, string])[]): Promise<Page> {
  const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
  return request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
}

async function request(url: string, init: RequestInit): Promise<Page> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(30_000) });
  const html = await response.text();
  return { url, status: response.status, location: response.headers.get('location'), html };
}

/** The address of the first form, as a parser without entities finds it. */
function formAction({ url, html }: Page): string {
  const action = /<form\b[^>]*?\baction="([^"&]*)"/i.exec(html)?.[1];
  assert.ok(action !== undefined, `there is no form with a plain action: ${html}`);
  return new URL(action, url).href;
}

function inputValue(html: string, name: string): string {
  const value = new RegExp(`<input\\b[^>]*?\\bname="${name}"[^>]*?\\bvalue="([^"]*)"`, 'i').exec(html)?.[1];
  assert.ok(value !== undefined, `there is no input ${name}: ${html}`);
  return decodeEntities(value);
}

function boxesOf(html: string): { id: string; checked: boolean }[] {
  const inputs = html.match(/<input\b[^>]*\btype="checkbox"[^>]*>/gi) ?? [];
  return inputs.map(input => ({ id: inputValue(input, 'scope'), checked: /\schecked\b/i.test(input) }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
