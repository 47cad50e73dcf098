import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGE_TAGS } from '../pages/languages';
import { messagesIn } from '../pages/messages/catalogue';
import { BROWSER_SPEC_MS, keepScreenshot, startChromium } from './chromium.test-kit';
import { startCookieless } from './cookieless.test-kit';
import { axeFindings, focused } from './page-audit.test-kit';
import { PagesWorld, SCOPES } from '../test-stack/pages-world.test-kit';

jest.setTimeout(BROWSER_SPEC_MS);

const PHONE = { width: 320, height: 640 };
let browser: Browser;
let world: PagesWorld;
/** Nobody whom an earlier journey knows. */
let email: string;
/** The Brand of journeys that do not open one of their own. */
let usualBrand: string;

beforeAll(async () => {
  [browser, world] = await Promise.all([startChromium(), PagesWorld.open()]);
  usualBrand = world.brandId;
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
});

beforeEach(async () => {
  const sub = randomUUID();
  email = `${sub}@brand.example`;
  world.login.users.set(email, { sub, email });
  world.brandId = usualBrand;
  world.brandId = await world.openBrand({
    liveSession: false,
    skipConsent: false,
    completionUrl: world.login.completionUrl,
  });
});

/** Signs in with the Brand, whose button hands the User over to us. */
async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.fill('input[name=email]', email);
  await page.click('button');
  await page.click('button:text-is("Continue")');
  await page.waitForSelector('h1:focus');
}

const onPhone = (locale: string): Promise<BrowserContext> => browser.newContext({ viewport: PHONE, locale });

async function inPage<T>(context: BrowserContext, look: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.location().url.startsWith(world.addresses.issuer)) complaints.push(message.text());
  });
  try {
    const seen = await look(page);
    expect(complaints).toEqual([]);
    return seen;
  } finally {
    await page.close();
  }
}

describe.each(LANGUAGE_TAGS)('from the link to the end, in %s', language => {
  const words = messagesIn(language).consent;

  it('[PACT-5.3-consent] PACT 5.3, P21: with script and cookies blocked, on a phone, even where the Brand wants a live session', async () => {
    world.brandId = await world.openBrand({ liveSession: true });
    const waiting = await world.authorize();
    const { context, close } = await startCookieless(PHONE, language);
    const scripts: string[] = [];
    context.on('request', request => request.url().endsWith('.js') && scripts.push(request.url()));
    try {
      await inPage(context, async page => {
        await signIn(page, waiting.link);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        expect(await page.locator('p.agent').innerText()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
        await keepScreenshot(page, `journey-${language}-consent`);
        await page.uncheck('input[value="orders:cancel"]');
        await page.click(`button:text-is("${words.allow}")`);
        expect(new URL(page.url()).searchParams.get('status')).toBe('approved');
        expect(new URL(page.url()).searchParams.get('scope')).toBe('orders:read');
        expect(page.url()).toContain(world.login.completionUrl);
      });
      expect([scripts, await context.cookies()]).toEqual([[], []]);
    } finally {
      await close();
    }
    expect(await waiting.poll()).toEqual(['orders:read']);
  });

  it('PACT 5.3: with both on, on a phone, with the last redirect under our policy', async () => {
    const waiting = await world.authorize();
    const context = await onPhone(language);
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      expect(await axeFindings(page)).toEqual([]);
      await page.dblclick(`button:text-is("${words.allow}")`);
      await page.waitForURL(`${world.login.completionUrl}**`);
      expect(new URL(page.url()).searchParams.get('status')).toBe('approved');
    });
    await context.close();
    expect(await waiting.poll()).toEqual(SCOPES);
  });

  it('declines with Cancel, and says so where the Brand has no completion page', async () => {
    world.brandId = await world.openBrand({ completionUrl: null });
    const waiting = await world.authorize();
    const context = await onPhone(language);
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      await page.click(`button:text-is("${words.cancel}")`);
      expect(await page.locator('h1').innerText()).toBe(messagesIn(language).declined.heading);
      await keepScreenshot(page, `journey-${language}-declined`);
    });
    await context.close();
    expect(await waiting.poll()).toBe('access_denied');
  });

  it('says of a link that was used that it may have expired or been used', async () => {
    const waiting = await world.authorize();
    const context = await onPhone(language);
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      await page.click(`button:text-is("${words.allow}")`);
    });
    const page = await context.newPage();
    await signIn(page, waiting.link);
    expect(await page.locator('main').innerText()).toContain(messagesIn(language).refusals.link.text);
    expect(await axeFindings(page)).toEqual([]);
    await keepScreenshot(page, `journey-${language}-used`);
    await context.close();
  });
});

describe('with the keyboard alone', () => {
  it('WCAG 2.1.1: goes from the heading to Allow', async () => {
    const waiting = await world.authorize();
    const context = await onPhone('en');
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      expect((await focused(page)).tag).toBe('H1');
      const path: string[] = [];
      for (const key of ['Tab', 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key);
        path.push((await focused(page)).name);
      }
      expect(path.slice(-1)).toEqual(['allow']);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${world.login.completionUrl}**`);
    });
    await context.close();
    expect(await waiting.poll()).toEqual(['orders:read']);
  });

  it('PACT wire 3: Enter in the form never allows', async () => {
    const waiting = await world.authorize();
    const context = await onPhone('en');
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      await page.focus('input[value="orders:read"]');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${world.login.completionUrl}**`);
      expect(new URL(page.url()).searchParams.get('status')).toBe('denied');
    });
    await context.close();
    expect(await waiting.poll()).toBe('access_denied');
  });
});

it('changes the language in place, with the ticks kept and no decision taken', async () => {
  const waiting = await world.authorize();
  const context = await onPhone('en');
  await inPage(context, async page => {
    await signIn(page, waiting.link);
    await page.uncheck('input[value="orders:read"]');
    await page.click('button[value=ar]');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.isChecked('input[value="orders:read"]')).toBe(false);
    expect(await page.isChecked('input[value="orders:cancel"]')).toBe(true);
    await page.click('button[value=es]');
    await page.click(`button:text-is("${messagesIn('es').consent.allow}")`);
    await page.waitForURL(`${world.login.completionUrl}**`);
  });
  await context.close();
  expect(await waiting.poll()).toEqual(['orders:cancel']);
});

it('P22: a live session asks for no second login, and a GET alone allows nothing', async () => {
  world.brandId = await world.openBrand({ liveSession: true, skipConsent: true });
  const context = await onPhone('en');
  const first = await world.authorize({ sub: 'live' });
  await inPage(context, async page => {
    await signIn(page, first.link);
    await page.click('button:text-is("Allow")');
    await page.waitForURL(`${world.login.completionUrl}**`);
  });
  const second = await world.authorize({ sub: 'live' });
  await inPage(context, async page => {
    await page.goto(second.link);
    expect(page.url()).toContain(world.addresses.issuer);
    expect(await second.poll()).toBe('authorization_pending');
    await keepScreenshot(page, 'journey-en-covered');
    await page.click('button:text-is("Continue")');
    await page.waitForURL(`${world.login.completionUrl}**`);
  });
  await context.close();
});

it('P21: connected agents are listed and ended after a login, without script and cookies', async () => {
  const waiting = await world.authorize();
  const { context, close } = await startCookieless(PHONE, 'en');
  try {
    await inPage(context, async page => {
      await signIn(page, waiting.link);
      await page.click('button:text-is("Allow")');
      await page.goto(`${world.addresses.connectedAgents}`);
      await page.click('button:text-is("Sign in and show them")');
      await signIn(page, page.url());
      await keepScreenshot(page, 'journey-en-connected-agents');
      expect(await page.locator('section').count()).toBe(1);
      await page.click('section button');
      expect(await page.locator('main').innerText()).toContain('can no longer act for you');
      expect(await page.locator('section').count()).toBe(0);
    });
  } finally {
    await close();
  }
});
