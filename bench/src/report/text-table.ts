import type { Circumstances } from './circumstances';
import { type Finding, inDigits, judge } from './finding';

/** The report for a terminal. */
export function textReport(findings: readonly Finding[], about: Circumstances): string {
  const head = [
    `fsync ${about.fsync}, synchronous_commit ${about.synchronousCommit}, PostgreSQL ${about.postgres}, Node ${about.node}`,
    `${about.cores} cores (${about.processor}), ${about.memoryGb} GB; ${about.rounds} rounds of ${about.secondsEach} s, medians`,
  ];
  return [...head, '', ...findings.map(paragraph)].join('\n');
}

function paragraph(finding: Finding): string {
  const { name, unit, ours, beside, connections, users, details } = finding;
  const { ratio, goal, met } = judge(finding);
  const lines = [name, `  ours     ${inDigits(ours)} ${unit}`];
  if (beside) lines.push(`  beside   ${inDigits(beside.value)} ${unit}  ${beside.name}`);
  if (ratio !== undefined) lines.push(`  ratio    ${ratio.toFixed(2)}`);
  if (goal) lines.push(`  goal     ${goal}  ${met ? 'met' : 'NOT MET'}`);
  if (connections > 0) lines.push(`  load     ${connections} connections, ${users} users`);
  const more = Object.entries(details).map(([what, value]) => `${what} ${inDigits(value)}`);
  if (more.length > 0) lines.push(`  more     ${more.join(', ')}`);
  return `${lines.join('\n')}\n`;
}
