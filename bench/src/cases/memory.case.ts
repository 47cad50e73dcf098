import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { applyLoad } from '../load/load';
import type { Finding } from '../report/finding';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { slope } from '../statistics';
import { type BenchRun, portOf } from './bench-run';

const CONNECTIONS = 32;
const PARTS = 10;
/** What the Provider may remember of tokens is remembered before anything is measured: that cache is bounded, not a leak. */
const REMEMBERED_TOKENS = 20_000;
const COLLECTING_MS = 1_000;
const HEAP = /^nodejs_heap_size_used_bytes\b.* (\S+)$/m;
const PSS = /^Pss:\s+(\d+) kB$/m;

interface Sample {
  readonly messages: number;
  readonly heapMb: number;
  readonly pssMb: number;
}

/** After a forced collection. */
async function sample(run: BenchRun, messages: number): Promise<Sample> {
  const pid = run.stack.pidOf('provider-api');
  process.kill(pid, 'SIGUSR2');
  await sleep(COLLECTING_MS);
  const metrics = await (await fetch(`${run.stack.descriptor.provider.url}/metrics`)).text();
  const heapMb = Number(HEAP.exec(metrics)?.[1]) / 2 ** 20;
  const pssMb = Number(PSS.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  run.say(`  after ${messages} messages: heap ${heapMb.toFixed(1)} MB, PSS ${pssMb.toFixed(1)} MB`);
  return { messages, heapMb, pssMb };
}

/** Memory of the Provider over many messages: after the last one it must not be larger than after the first tenth. */
export async function memory(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const port = portOf(descriptor.provider.url);
  const users = new PersonalAgentUsers(
    descriptor,
    run.users,
    descriptor.sandbox.brands[0]?.interfaceUrl ?? '',
  );
  const load = (requests: number, next: () => Buffer) =>
    applyLoad({ port, connections: CONNECTIONS, until: { requests }, next });
  await load(REMEMBERED_TOKENS, users.listTasksOnceEach(REMEMBERED_TOKENS));
  const samples: Sample[] = [];
  let failures = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const figures = await load(run.memoryMessages / PARTS, users.newConversations());
    failures += figures.failures;
    samples.push(await sample(run, (part * run.memoryMessages) / PARTS));
  }
  return [
    finding(
      run,
      'heap',
      samples.map(({ messages, heapMb }) => ({ x: messages, y: heapMb })),
      failures,
    ),
    finding(
      run,
      'PSS',
      samples.map(({ messages, pssMb }) => ({ x: messages, y: pssMb })),
      failures,
    ),
  ];
}

function finding(
  run: BenchRun,
  what: string,
  points: readonly { readonly x: number; readonly y: number }[],
  failures: number,
): Finding {
  const [first] = points;
  const last = points.at(-1);
  return {
    name: `${what} of the Provider after ${run.memoryMessages} messages, collected`,
    unit: 'MB',
    ours: last?.y ?? NaN,
    beside: { name: `after ${first?.x} messages`, value: first?.y ?? NaN },
    goal: { kind: 'ratio-at-most', bound: 1.1 },
    connections: CONNECTIONS,
    users: run.users,
    details: { 'MB per 100,000 messages': slope(points) * 100_000, failures },
  };
}
