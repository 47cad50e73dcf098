import { readFileSync } from 'node:fs';
import type { PrivateSigningJwk } from '@surety/tokens';

/** A Brand of the sandbox. */
export interface SandboxBrand {
  readonly id: string;
  readonly name: string;
  readonly cardUrl: string;
  readonly interfaceUrl: string;
}

/** The members of the stack descriptor (PACT wire 7) that these suites use. */
export interface StackDescriptor {
  readonly provider: { readonly url: string; readonly audience: string };
  readonly admin: { readonly url: string; readonly token: string };
  readonly sandbox: {
    readonly brands: readonly [SandboxBrand, SandboxBrand, ...SandboxBrand[]];
    /** The one Brand that delegates, with the User who logs in there. */
    readonly delegatedBrand: SandboxBrand & {
      readonly user: { readonly email: string; readonly password: string };
    };
    readonly personalAgent: {
      readonly issuer: string;
      readonly jwksUri: string;
      readonly audience: string;
      readonly privateJwk: PrivateSigningJwk;
    };
    readonly disabledPersonalAgent: { readonly issuer: string };
  };
}

/** The stack that the suites run against: the file that SURETY_STACK names, read anew since its token is renewed. */
export function readStack(): StackDescriptor {
  const file = process.env.SURETY_STACK;
  if (!file)
    throw new Error('SURETY_STACK must name the stack.json of a running stack (npm start prints it)');
  return JSON.parse(readFileSync(file, 'utf8')) as StackDescriptor;
}

/** The origins of the Provider's replicas, when there are several: SURETY_STACK_REPLICAS, separated by commas. */
export function replicaOrigins(): readonly string[] {
  return (process.env.SURETY_STACK_REPLICAS ?? '').split(',').filter(origin => origin !== '');
}
