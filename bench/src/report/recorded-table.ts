import type { Circumstances } from './circumstances';
import { type Finding, inDigits, judge } from './finding';

const BEGIN = '<!-- recorded by `npm run bench -- --record`; do not edit up to the end mark -->';
const END = '<!-- end of the recorded figures -->';

/** Puts the figures between the marks of a page. Throws when the page has lost its marks. */
export function withRecorded(page: string, findings: readonly Finding[], about: Circumstances): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('the page has no place for recorded figures');
  const recorded = [BEGIN, '', ...facts(about), '', ...table(findings), ''].join('\n');
  return `${page.slice(0, begin)}${recorded}${page.slice(end)}`;
}

function facts(about: Circumstances): string[] {
  return [
    `Commit ${about.commit}, ${about.date}: ${about.cores} cores (${about.processor}), ${about.memoryGb} GB, ` +
      `Node ${about.node}, PostgreSQL ${about.postgres}, fsync ${about.fsync}, ` +
      `synchronous_commit ${about.synchronousCommit}; medians of ${about.rounds} rounds of ${about.secondsEach} s.`,
  ];
}

function table(findings: readonly Finding[]): string[] {
  const rows = findings.map(finding => {
    const { name, unit, ours, beside, connections, users, details } = finding;
    const { ratio, goal, met } = judge(finding);
    const standing = met === undefined ? 'for information' : `${goal}: ${met ? 'met' : '**not met**'}`;
    const load = connections === 0 ? '' : `${connections} / ${users}`;
    const more = Object.entries(details).map(([what, value]) => `${what} ${inDigits(value)}`);
    const limit = beside ? `${inDigits(beside.value)} ${unit} (${beside.name})` : '';
    const cells = [
      name,
      `${inDigits(ours)} ${unit}`,
      limit,
      ratio?.toFixed(2) ?? '',
      standing,
      load,
      more.join(', '),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| Figure | Ours | Beside | Ratio | Goal | Connections / Users | More |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ];
}
