import type { Circumstances } from './circumstances';
import type { Finding } from './finding';
import { withRecorded } from './recorded-table';

const about: Circumstances = {
  date: '2026-01-02',
  commit: 'abc1234',
  cores: 2,
  processor: 'Some Processor',
  memoryGb: 23,
  node: 'v20.20.2',
  postgres: '18.4',
  fsync: 'on',
  synchronousCommit: 'on',
  secondsEach: 4,
  rounds: 3,
};

const finding: Finding = {
  name: 'message:send',
  unit: '/s',
  ours: 1_234.5,
  beside: { name: 'tx', value: 2_469 },
  goal: { kind: 'ratio-at-least', bound: 0.35, aim: 0.5 },
  connections: 32,
  users: 2_000,
  details: { 'p50 ms': 12.34, failures: 0 },
};

const page = [
  '# Speed',
  '<!-- recorded by `npm run bench -- --record`; do not edit up to the end mark -->',
  'old figures',
  '<!-- end of the recorded figures -->',
  'What falls short.',
].join('\n');

describe('recorded figures', () => {
  it('replace the older ones and leave the rest of the page alone', () => {
    const text = withRecorded(page, [finding], about);
    expect(text).not.toContain('old figures');
    expect(text.startsWith('# Speed\n')).toBe(true);
    expect(text.endsWith('\nWhat falls short.')).toBe(true);
    expect(withRecorded(text, [finding], about)).toBe(text);
  });

  it('stand beside their limit with ratio, goal, load and circumstances', () => {
    const text = withRecorded(page, [finding], about);
    expect(text).toContain(
      '| message:send | 1,235 /s | 2,469 /s (tx) | 0.50 | ≥ 0.35 ×, aim 0.5: met | 32 / 2000 | p50 ms 12.3, failures 0.00 |',
    );
    expect(text).toContain('Commit abc1234, 2026-01-02: 2 cores (Some Processor), 23 GB, Node v20.20.2');
    expect(text).toContain('fsync on, synchronous_commit on; medians of 3 rounds of 4 s.');
  });

  it('say what falls short', () => {
    expect(withRecorded(page, [{ ...finding, ours: 100 }], about)).toContain('**not met**');
  });

  it('need a page with a place for them', () => {
    expect(() => withRecorded('# Speed', [finding], about)).toThrow('no place');
  });
});
