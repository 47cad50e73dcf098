import {
  type BrandCard,
  PublishedKeys,
  type ReceiptFinding,
  discoverAuthorizationServer,
  fetchAgentCard,
  verifiedReceipt,
} from '@surety/client';
import { type VerificationKey, unverifiedClaims } from '@surety/tokens';
import { Command } from 'commander';
import { brandCard } from '../brand-address';
import { CliError, usageError } from '../cli-error';
import { type Session, examples, openSession } from '../global-options';
import { readTextFile } from '../input-files';
import { loadKeys } from '../key-source';
import { type KeptReceipt, readKeptReceipt } from '../receipt-input';
import type { Surroundings } from '../surroundings';
import { properties } from '../terminal-text';
import { readAll } from '../text-source';

interface VerifyOptions {
  readonly brand?: string;
  readonly jwks?: string;
}

/** The keys that a receipt is judged by, and whose they are. */
interface Judge {
  readonly keys: readonly VerificationKey[];
  readonly source: string;
  /** The interface URL that the receipt must name; undefined when only keys are known. */
  readonly interfaceUrl?: string;
}

/** `surety receipt`: what proves that something was done in a User's name (PACT 5.6). */
export function receiptCommand(surroundings: Surroundings): Command {
  return new Command('receipt')
    .description('look at receipts of delegated replies')
    .addCommand(verifyCommand(surroundings));
}

function verifyCommand(surroundings: Surroundings): Command {
  return new Command('verify')
    .description("verify a receipt by the keys of the Brand's authorization server, and show its claims")
    .argument(
      '[file]',
      'a JWS, a reply with pact.receipt, or the output of send --json; - or nothing reads standard input',
    )
    .option('--brand <brand>', 'the Brand it must be of: card URL, id or name; else the Brand that it names')
    .option('--jwks <file or url>', "judge by these keys instead of the Brand's")
    .addHelpText(
      'after',
      examples([
        ['surety send --delegated --json "Where are my orders?" | surety receipt verify', 'of a reply'],
        ['surety receipt verify receipt.jws --brand "Fernway Market"', 'kept in a file'],
        ['surety receipt verify receipt.jws --jwks jwks.json --json', 'without any network'],
      ]),
    )
    .action(async (file: string | undefined, _options: unknown, self: Command) => {
      const { options, ...session } = openSession<VerifyOptions>(surroundings, self);
      const fromInput = file === undefined || file === '-';
      const text = fromInput ? await readAll(surroundings.stdin) : readTextFile(surroundings.cwd, file);
      const kept = readKeptReceipt(text);
      const judge = await judgeOf(session, options, kept);
      const { jws, claims, contextId, messageId } = kept;
      const expected = {
        ...(judge.interfaceUrl === undefined ? {} : { brand: judge.interfaceUrl }),
        ...(contextId === undefined ? {} : { contextId }),
        ...(messageId === undefined ? {} : { messageId }),
      };
      report(session, judge, verifiedReceipt(jws, judge.keys, expected, claims));
    });
}

/** Keys by option, else of the Brand that was named, else of the Brand that the receipt itself names. */
async function judgeOf(session: Session, options: VerifyOptions, { jws }: KeptReceipt): Promise<Judge> {
  if (options.jwks !== undefined) {
    return { keys: await loadKeys(session, options.jwks), source: options.jwks };
  }
  const card =
    options.brand === undefined ? await namedBrand(session, jws) : await brandCard(session, options.brand);
  const { fetch, signal, clock } = session.surroundings;
  const { jwksUri, interfaceUrl } = await discoverAuthorizationServer(card, { fetch, signal });
  const keys = await new PublishedKeys(jwksUri, { fetch, clock }).forToken(jws);
  return { keys, source: jwksUri, interfaceUrl };
}

/** The card at the interface URL that the receipt claims; whoever reads the result sees which Brand that is. */
async function namedBrand(session: Session, jws: string): Promise<BrandCard> {
  const brand = unverifiedClaims(jws)?.brand;
  if (typeof brand !== 'string') throw usageError('The receipt names no Brand; give --brand or --jwks');
  const { fetch, signal } = session.surroundings;
  const card = await fetchAgentCard(`${brand}/.well-known/agent-card.json`, { fetch, signal });
  if (card.interfaceUrl === brand) return card;
  throw usageError('The Brand that the receipt names has another interface; give --brand');
}

function report(session: Session, { source }: Judge, finding: ReceiptFinding): void {
  if (finding.state !== 'verified') {
    const rule = finding.state === 'invalid' ? finding.rule : finding.state;
    const detail = 'detail' in finding ? finding.detail : 'there is no receipt';
    session.output.result({ valid: false, rule, detail, keys: source }, `not valid: ${rule}`);
    throw new CliError('receipt_fails', `The receipt is not valid: ${detail}`, { rule });
  }
  const { claims, kid } = finding;
  const { brand, user, pa, grantId, ts, scopesUsed, actions } = claims;
  const called = actions.map(({ tool, argsHash }) => (argsHash ? `${tool} (arguments ${argsHash})` : tool));
  const text = properties([
    ['valid', 'yes'],
    ['brand', brand],
    ['user', user],
    ['personal agent', pa],
    ['grant', grantId],
    ['time', ts],
    ['scopes used', scopesUsed.join(', ') || 'none'],
    ['called', called.join(', ') || 'nothing'],
    ['keys', source],
  ]);
  session.output.result({ valid: true, claims, kid, keys: source }, text);
}
