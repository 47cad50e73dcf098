import type { Browser, Page } from 'playwright-core';
import { LANGUAGE_TAGS } from '../pages/languages';
import { BROWSER_SPEC_MS, keepScreenshot, startChromium } from './chromium.test-kit';
import { axeFindings, focused, sidewaysScroll, smallTargets } from './page-audit.test-kit';
import { PAGES, openGallery } from './page-gallery.test-kit';

jest.setTimeout(BROWSER_SPEC_MS);

const NAMES = Object.keys(PAGES);
let browser: Browser;
let gallery: Awaited<ReturnType<typeof openGallery>>;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([startChromium(), openGallery()]);
});

afterAll(async () => {
  await browser?.close();
  await gallery?.close();
});

type Context = Parameters<Browser['newPage']>[0];

/** Opens each page in turn in one window. */
async function lookAtAll(
  language: string,
  context: Context,
  look: (page: Page, name: string) => Promise<unknown>,
): Promise<void> {
  const page = await browser.newPage(context);
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('requestfailed', request => {
    // A page that is left at once gives up its icon.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url());
  });
  page.on('request', request => {
    if (!request.url().startsWith(gallery.origin)) complaints.push(request.url());
  });
  try {
    for (const name of NAMES) {
      await page.goto(`${gallery.origin}/${language}/${name}`);
      await look(page, name);
    }
    expect(complaints).toEqual([]);
  } finally {
    await page.close();
  }
}

const PHONE = { width: 320, height: 640 };

describe.each(LANGUAGE_TAGS)('every page in %s, in Chromium', language => {
  it('WCAG 2.2 AA: passes axe in light and in dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await lookAtAll(language, { colorScheme, viewport: PHONE }, async (page, name) => {
        expect([name, await axeFindings(page, colorScheme === 'light' ? 'all' : 'contrast')]).toEqual([
          name,
          [],
        ]);
        await keepScreenshot(page, `${name}-${language}-${colorScheme}`);
      });
    }
  });

  it('WCAG 1.4.10, 2.5.8: fits 320 px without scrolling sideways, with targets for a finger', async () => {
    await lookAtAll(language, { viewport: PHONE }, async (page, name) => {
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
      expect([name, await smallTargets(page)]).toEqual([name, []]);
    });
  });

  it('WCAG 1.4.4: stays whole at 200 % of the text size', async () => {
    await lookAtAll(language, { viewport: { width: 640, height: 800 } }, async (page, name) => {
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
      if (name === 'consent') await keepScreenshot(page, `consent-${language}-200-percent`);
    });
  });

  it('has its heading in focus when it opens, also without script', async () => {
    await lookAtAll(language, { javaScriptEnabled: false }, async (page, name) => {
      expect([name, (await focused(page)).tag]).toEqual([name, 'H1']);
    });
  });
});

it('WCAG 2.4.7: the focus can be seen on everything that takes it, in the order of the page', async () => {
  const page = await browser.newPage();
  await page.goto(`${gallery.origin}/en/consent`);
  const stops: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    await page.keyboard.press('Tab');
    const { name, ring } = await focused(page);
    expect([name, ring]).toEqual([name, '3px']);
    stops.push(name);
  }
  expect(stops).toEqual([
    'Not you?',
    'orders:read',
    'orders:cancel',
    'Connected agents',
    'deny',
    'allow',
    'ar',
    'es',
  ]);
  await page.close();
});

it('field 24: an address keeps its direction among Arabic words', async () => {
  const page = await browser.newPage();
  await page.goto(`${gallery.origin}/ar/consent`);
  const direction = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
  expect(await Promise.all(['body', 'p.agent', 'p.agent bdi'].map(direction))).toEqual(['rtl', 'rtl', 'ltr']);
  await page.close();
});
