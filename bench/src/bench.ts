import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BenchRun } from './cases/bench-run';
import { portOf } from './cases/bench-run';
import { CASES } from './cases';
import { Connection } from './load/connection';
import { type BenchOptions, HELP, UsageError, readOptions } from './options';
import { circumstances } from './report/circumstances';
import type { Finding } from './report/finding';
import { withRecorded } from './report/recorded-table';
import { textReport } from './report/text-table';
import { contextOf } from './stack/answered-messages';
import { databaseFacts, makeLimitDatabase } from './stack/database';
import { PersonalAgentUsers } from './stack/personal-agent';
import { type StackPlace, StackUnderTest } from './stack/stack-under-test';

/** What the workspace's own tools do for the bench. */
export interface BenchTools {
  /** The folder of the checkout. */
  readonly checkout: string;
  /** First of six free ports. */
  freePortBase(): Promise<number>;
  /** Memory of every process of the stack in this data folder. */
  stackMemory(dataDir: string): readonly { readonly megabytes: number }[];
  /** Removes a stack's data, wherever its parts lie. */
  removeDataFolder(folder: string): void;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** One message, answered. */
async function firstMessage(stack: StackUnderTest): Promise<void> {
  const { descriptor } = stack;
  const users = new PersonalAgentUsers(descriptor, 1, descriptor.sandbox.brands[0]?.interfaceUrl ?? '');
  const connection = await Connection.open(portOf(descriptor.provider.url));
  contextOf(await connection.ask(users.message(0, { messageId: `first-${Date.now()}` })));
  connection.close();
}

/** Starts twice on the same data: the first start makes it, the second is measured. */
async function startTwice(place: StackPlace): Promise<{ stack: StackUnderTest; seconds: number }> {
  say('first start');
  await (await StackUnderTest.start(place)).stop();
  say('second start');
  const startMs = performance.now();
  const stack = await StackUnderTest.start(place);
  try {
    await firstMessage(stack);
    return { stack, seconds: (performance.now() - startMs) / 1000 };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function measure(run: BenchRun, options: BenchOptions): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, measured] of Object.entries(CASES)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    say(name);
    findings.push(...(await measured(run)));
  }
  return findings;
}

/** Writes what was measured for a program, and on request for readers. */
function keep(tools: BenchTools, options: BenchOptions, findings: readonly Finding[], about: object): void {
  const folder = path.join(tools.checkout, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '')}.json`);
  writeFileSync(file, `${JSON.stringify({ about, options, findings }, null, 1)}\n`);
  say(`written to ${path.relative(tools.checkout, file)}`);
}

async function runBench(options: BenchOptions, tools: BenchTools, place: StackPlace): Promise<void> {
  const { stack, seconds: secondStartSeconds } = await startTwice(place);
  const stop = () => void stack.stop();
  tools.signal.addEventListener('abort', stop);
  try {
    const facts = await databaseFacts(stack.databaseUrl);
    const about = circumstances(tools.checkout, facts, options);
    const findings = await measure(
      {
        ...options,
        stack,
        limitUrl: await makeLimitDatabase(stack.databaseUrl),
        secondStartSeconds,
        stackMegabytes: () => tools.stackMemory(place.dataDir).reduce((sum, one) => sum + one.megabytes, 0),
        say,
      },
      options,
    );
    say(`\n${textReport(findings, about)}`);
    keep(tools, options, findings, about);
    if (!options.record) return;
    const page = path.join(tools.checkout, 'docs', 'benchmarks.md');
    writeFileSync(page, withRecorded(readFileSync(page, 'utf8'), findings, about));
    say('recorded in docs/benchmarks.md');
  } finally {
    await stack.stop();
  }
}

/**
 * `npm run bench`. In: the words of the command line. Out: the exit code, 0 also when a goal is missed, since a figure of one
 * machine at one moment is no test; 2 for wrong options.
 */
export async function bench(words: readonly string[], tools: BenchTools): Promise<number> {
  let options: BenchOptions | 'help';
  try {
    options = readOptions(words, Object.keys(CASES));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    return 2;
  }
  if (options === 'help') {
    say(HELP);
    return 0;
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'surety-bench-'));
  try {
    await runBench(options, tools, {
      checkout: tools.checkout,
      dataDir,
      portBase: await tools.freePortBase(),
    });
  } finally {
    tools.removeDataFolder(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
  return 0;
}
