import { readWebAddress } from '@surety/client';
import { Command, Option } from 'commander';
import { usageError } from '../cli-error';
import { examples, invocation, openSession } from '../global-options';
import { createKeyFolder, keyFiles } from '../key-folder';
import type { Surroundings } from '../surroundings';
import { shellWord } from '../terminal-text';
import { resolve } from 'node:path';

interface InitOptions {
  readonly issuer: string;
  readonly alg: 'ES256' | 'RS256';
  readonly out: string;
  readonly dryRun?: boolean;
}

/** `surety pa init`: the key and the JWKS of a new personal agent, and what to do with them (PACT 3.1). */
export function paInitCommand(surroundings: Surroundings): Command {
  return new Command('init')
    .description('make the key of a personal agent and the JWKS to host')
    .requiredOption('--issuer <url>', 'the URL that will be `iss` in every token')
    .addOption(new Option('--alg <name>', 'signature algorithm').choices(['ES256', 'RS256']).default('ES256'))
    .option('--out <folder>', 'where to write private.jwk.json and jwks.json', 'personal-agent')
    .option('--dry-run', 'say what would be written, write nothing')
    .addHelpText(
      'after',
      examples([
        ['surety pa init --issuer https://pa.example.com', 'keys in ./personal-agent, readable by you alone'],
        ['surety pa init --issuer http://localhost:4010 --out dev-pa', 'for a stack on this machine'],
      ]),
    )
    .action((_options: unknown, self: Command) => {
      const { options, ...session } = openSession<InitOptions>(surroundings, self);
      const { output } = session;
      const address = readWebAddress(options.issuer);
      if (!address.ok) throw usageError(`--issuer ${address.error}`);
      const folder = resolve(surroundings.cwd, options.out);
      if (options.dryRun) {
        const files = keyFiles(folder);
        const text = `would write ${files.privateJwk}\nwould write ${files.jwks}`;
        return output.result({ dryRun: true, issuer: options.issuer, ...files }, text);
      }
      const made = createKeyFolder(folder, options.alg);
      const jwksUri = `${options.issuer.replace(/\/+$/, '')}/jwks.json`;
      const steps = nextSteps(invocation(session), options, made.privateJwk, jwksUri);
      const document = {
        issuer: options.issuer,
        alg: options.alg,
        jwksUri,
        ...made,
        nextSteps: steps,
      };
      output.result(
        document,
        [`wrote ${made.privateJwk}`, `wrote ${made.jwks}`, '', 'Next:', ...steps].join('\n'),
      );
    });
}

function nextSteps(surety: string, options: InitOptions, privateJwk: string, jwksUri: string): string[] {
  const issuer = shellWord(options.issuer);
  const local = options.issuer.startsWith('http:');
  const host = local
    ? `host the JWKS here: ${surety} pa serve --dir ${shellWord(options.out)} --port ${new URL(options.issuer).port || '80'}`
    : `host jwks.json at ${jwksUri}, and keep private.jwk.json secret`;
  return [
    `1. ${host}`,
    `2. register: ${surety} pa add --name "My agent" --issuer ${issuer} --jwks-uri ${shellWord(jwksUri)}`,
    '   (or send issuer and JWKS address to the operator of the Provider); the answer names your audience',
    `3. export SURETY_PA_ISSUER=${issuer} SURETY_PA_KEY=${shellWord(privateJwk)}`,
    '   export SURETY_PA_AUDIENCE=<audience> SURETY_PA_SUB=<opaque id of the User>',
    `4. say hello: ${surety} send "Hello" --brand <card URL>`,
    `   if that is refused with 401: ${surety} jwt explain says why`,
  ];
}
