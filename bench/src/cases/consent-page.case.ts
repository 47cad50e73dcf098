import { invariant } from '@surety/kernel';
import { logInByForm } from '@surety/testing';
import type { Finding } from '../report/finding';
import { DelegatedUsers } from '../stack/delegated-users';
import { percentile } from '../statistics';
import type { BenchRun } from './bench-run';

const PAGES = 100;

/** One visit: how long the page took, and how much it is with everything that it asks for. */
interface Visit {
  readonly ms: number;
  readonly bytes: number;
}

/** Opens the consent page of a fresh device authorization, as the form of the Brand's login does. */
async function visit(users: DelegatedUsers, sub: string): Promise<Visit> {
  const flow = await users.start(sub);
  const { action, assertion } = await logInByForm(flow.verificationUriComplete, users.user);
  const sentMs = performance.now();
  const page = await fetch(action, { method: 'POST', body: new URLSearchParams({ assertion }) });
  const html = await page.text();
  const ms = performance.now() - sentMs;
  invariant(page.status === 200, `the consent page was answered with ${page.status}: ${html}`);
  let bytes = Buffer.byteLength(html);
  for (const url of assetsOf(html, action)) bytes += (await (await fetch(url)).arrayBuffer()).byteLength;
  return { ms, bytes };
}

/** What the page makes a browser fetch. Throws when it is of another origin. */
function assetsOf(html: string, page: string): URL[] {
  const tags = html.match(/<(?:link|script|img)\b[^>]*>/gi) ?? [];
  return tags.flatMap(tag => {
    const address = /\b(?:href|src)="([^"]+)"/i.exec(tag)?.[1];
    if (address === undefined) return [];
    const url = new URL(address, page);
    invariant(url.origin === new URL(page).origin, `the consent page asks another origin: ${url.href}`);
    return [url];
  });
}

/** The consent page: its server time one at a time, and its weight. */
export async function consentPage(run: BenchRun): Promise<Finding[]> {
  const users = await DelegatedUsers.of(run.stack.descriptor);
  const visits: Visit[] = [];
  for (let page = 0; page < PAGES; page += 1) visits.push(await visit(users, `consent-page-${page}`));
  const times = visits.map(({ ms }) => ms);
  return [
    {
      name: 'consent page, one at a time, p50',
      unit: 'ms',
      ours: percentile(times, 50),
      connections: 1,
      users: PAGES,
      details: { 'p95 ms': percentile(times, 95) },
    },
    {
      name: 'weight of the consent page with style, script and images',
      unit: 'KB',
      ours: Math.max(...visits.map(({ bytes }) => bytes)) / 1_000,
      goal: { kind: 'at-most', bound: 60 },
      connections: 1,
      users: PAGES,
      details: {},
    },
  ];
}
