import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** WCAG 2.2, 2.5.8. */
const TARGET_PX = 24;

/** What of WCAG axe-core is asked: all up to WCAG 2.2 AA with its own good practice, or the contrast alone. */
const RUNS = { all: TAGS, contrast: { type: 'rule', values: ['color-contrast'] } } as const;

/** What axe-core finds on a page that has loaded, as `rule: element`. */
export async function axeFindings(page: Page, run: keyof typeof RUNS = 'all'): Promise<string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: RUNS[run], resultTypes: ['violations'] });
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return results.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`));
}

/** Elements that one presses and that are smaller than a finger needs (WCAG 2.2, 2.5.8), with their size. */
export async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page.locator('a, button, input:not([type=hidden]), textarea').all();
  const sizes = await Promise.all(
    targets.map(async target => ({ box: await target.boundingBox(), name: String(target) })),
  );
  return sizes.flatMap(({ box, name }) => {
    const isLarge = box !== null && box.width >= TARGET_PX && box.height >= TARGET_PX;
    return isLarge ? [] : [`${name}: ${box?.width} x ${box?.height}`];
  });
}

/** How far a page is wider than its window, in CSS pixels (WCAG 2.2, 1.4.10). */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** What has the focus: its tag, its value or else its words, and how wide the ring around it is. */
export function focused(page: Page): Promise<{ tag: string; name: string; ring: string }> {
  return page.evaluate(`(() => {
    const { tagName: tag, innerText } = document.activeElement;
    const name = document.activeElement.getAttribute('value') ?? innerText;
    return { tag, name, ring: getComputedStyle(document.activeElement).outlineWidth };
  })()`);
}
