import { type ExplainedCheck, explainPaJwt } from '@surety/tokens';
import { Command } from 'commander';
import { withAdminOptions } from '../admin.settings';
import { CliError, usageError } from '../cli-error';
import { type Session, examples, openSession } from '../global-options';
import { timeValue } from '../option-values';
import { personalAgent } from '../personal-agent.settings';
import type { Surroundings } from '../surroundings';
import { properties, table } from '../terminal-text';
import { type Expectation, type ExpectationOptions, expectationFor } from '../token-expectation';
import { readAll } from '../text-source';

interface ExplainOptions extends ExpectationOptions {
  readonly at?: number;
}

/** `surety jwt`: tools for personal-agent JWTs. */
export function jwtCommand(surroundings: Surroundings): Command {
  return new Command('jwt')
    .description('look into personal-agent JWTs')
    .addCommand(explainCommand(surroundings));
}

/** `surety jwt explain`: says which rule of PACT 3.2 a token breaks, which the Provider never does (PACT 3.4). */
function explainCommand(surroundings: Surroundings): Command {
  const command = new Command('explain')
    .description('say of every rule of PACT 3.2 whether a token keeps it; the token is sent nowhere')
    .argument(
      '[token]',
      'the JWT; - reads it from standard input, which keeps it out of the process list; left out, one is signed as `send` would',
    )
    .option('--jwks <file or url>', "the personal agent's JWKS; else what the stack or the admin API knows")
    .option(
      '--audience <value>',
      'the audience that the Provider assigned; else what the admin API knows, else SURETY_PA_AUDIENCE, else the stack',
    )
    .option('--issuer <url>', 'the registered issuer (SURETY_PA_ISSUER)')
    .option('--at <time>', 'judge as if it were this time, RFC 3339', timeValue);
  return withAdminOptions(command)
    .addHelpText(
      'after',
      examples([
        ['surety jwt explain', 'the token that `surety send` would carry now'],
        ['surety jwt explain eyJ…', 'issuer, audience and keys from the stack or the admin API'],
        ['pbpaste | surety jwt explain - --jwks jwks.json --audience aud_…', 'without any stack'],
        [
          'surety jwt explain - --json < token | jq \'.checks[] | select(.outcome=="fail")\'',
          'failures only',
        ],
      ]),
    )
    .action(async (argument: string | undefined, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<ExplainOptions>(surroundings, self);
      const token = await tokenToExplain(session, argument);
      const expectation = await expectationFor(session, options, token);
      const nowMs = options.at ?? surroundings.clock.nowMs();
      const checks = explainPaJwt(token, expectation.keys, expectation.expected, nowMs);
      report(session, expectation, checks);
    });
}

/** The token of the argument or of standard input; without an argument one that is signed with the settings of `surety send`. */
async function tokenToExplain(session: Session, argument: string | undefined): Promise<string> {
  if (argument !== undefined) {
    return readToken(argument === '-' ? await readAll(session.surroundings.stdin) : argument);
  }
  const { signer, sub } = personalAgent(session, {});
  return signer.token(sub);
}

/** Takes a token as people copy it: with blanks around it, or with the scheme before it. */
function readToken(text: string): string {
  const token = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '');
  if (token === '') throw usageError('There is no token to explain');
  return token;
}

function report(session: Session, expectation: Expectation, checks: readonly ExplainedCheck[]): void {
  const { output } = session;
  const failed = checks.filter(check => check.outcome === 'fail');
  const unjudged = checks.filter(check => check.outcome === 'not-reached');
  const disabled = expectation.enabled === false;
  const verdict = failed.length > 0 || disabled ? 'fail' : unjudged.length > 0 ? 'incomplete' : 'pass';
  const judgedBy = {
    issuer: expectation.expected.issuer ?? null,
    audience: expectation.expected.audience ?? null,
    jwks: expectation.jwksSource ?? null,
    enabled: expectation.enabled ?? null,
  };
  output.result({ verdict, judgedBy, checks }, explanationText(session, verdict, judgedBy, checks));
  if (failed.length > 0) {
    const rules = failed.map(check => `${check.rule} (${check.clause})`).join(', ');
    throw new CliError('token_fails', `The token breaks: ${rules}`);
  }
  if (disabled) throw new CliError('token_fails', 'The Provider has disabled this personal agent (PACT 3.1)');
}

function explanationText(
  { output }: Session,
  verdict: string,
  judgedBy: Readonly<Record<string, string | boolean | null>>,
  checks: readonly ExplainedCheck[],
): string {
  const rows = checks.map(check => [check.outcome, check.rule, check.clause, check.detail]);
  const known = Object.entries(judgedBy).map(
    ([name, value]) => [name, String(value ?? 'not known')] as const,
  );
  const last = output.style('bold', `verdict: ${verdict}`);
  return [table(['outcome', 'rule', 'clause', 'detail'], rows), '', properties(known), '', last].join('\n');
}
