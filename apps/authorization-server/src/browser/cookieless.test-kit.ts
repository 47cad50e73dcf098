import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM } from './chromium.test-kit';

const BLOCK = 2;
const PREFERENCES = { profile: { default_content_setting_values: { cookies: BLOCK, javascript: BLOCK } } };

/** A Chromium whose User has blocked every cookie and every script in its settings. */
export async function startCookieless(
  viewport: { width: number; height: number },
  locale: string,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'surety-chromium-'));
  mkdirSync(path.join(profile, 'Default'));
  writeFileSync(path.join(profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
  const context = await chromium.launchPersistentContext(profile, { ...CHROMIUM, viewport, locale });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}
