import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';

/** Debian's; a run elsewhere names its own. */
const EXECUTABLE = process.env.SURETY_TEST_CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const RESULTS = path.join(__dirname, '..', '..', 'test-results', 'screenshots');

/** Chromium starts in a second or two, also on a machine that is busy with other suites. */
export const BROWSER_SPEC_MS = 60_000;

/** How it is started: as root in a container, without calls to its maker. */
export const CHROMIUM = { executablePath: EXECUTABLE, args: FLAGS };

/** A real Chromium. Throws when there is none. */
export function startChromium(): Promise<Browser> {
  return chromium.launch(CHROMIUM);
}

/** Keeps a picture of the whole page under `test-results/screenshots`, which git ignores. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(RESULTS, { recursive: true });
  await page.screenshot({ path: path.join(RESULTS, `${name}.png`), fullPage: true });
}
