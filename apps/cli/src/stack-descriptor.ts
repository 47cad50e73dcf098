import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, parseJson } from '@surety/kernel';
import { usageError } from './cli-error';
import type { Surroundings } from './surroundings';
import { systemCode } from './system-code';

/** A Brand of the sandbox as the descriptor names it. */
export interface StackBrand {
  readonly id: string;
  readonly name: string;
  readonly cardUrl: string;
  readonly interfaceUrl: string;
}

/** The members of `stack.json` that this program reads; each is absent until its service exists (PACT wire 7). */
export interface StackDescriptor {
  readonly provider?: { readonly url: string; readonly audience: string };
  readonly admin?: { readonly url: string; readonly token: string };
  readonly sandbox?: {
    readonly brands?: readonly StackBrand[];
    /** The Brand that delegates. */
    readonly delegatedBrand?: StackBrand;
    readonly personalAgent?: {
      readonly issuer: string;
      readonly jwksUri: string;
      readonly audience: string;
      readonly privateJwk: Readonly<Record<string, unknown>>;
    };
  };
}

/** A descriptor and where it lies. */
export interface FoundStack {
  readonly file: string;
  readonly stack: StackDescriptor;
}

/**
 * The stack descriptor: `--stack`, else SURETY_STACK, else `.surety/stack.json` of this or a parent folder. None is fine
 * (undefined), but one that was named must be there and readable. Throws a usage error otherwise.
 */
export function findStack(
  surroundings: Pick<Surroundings, 'env' | 'cwd'>,
  flag: string | undefined,
): FoundStack | undefined {
  const named = flag ?? (surroundings.env.SURETY_STACK || undefined);
  if (named !== undefined) {
    const file = resolve(surroundings.cwd, named);
    const text = readIfThere(file);
    if (text === undefined)
      throw usageError(`There is no stack descriptor at ${file}; is the stack running?`);
    return { file, stack: parseStack(file, text) };
  }
  for (let folder = resolve(surroundings.cwd); ; folder = dirname(folder)) {
    const file = join(folder, '.surety', 'stack.json');
    const text = readIfThere(file);
    if (text !== undefined) return { file, stack: parseStack(file, text) };
    if (dirname(folder) === folder) return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES' || code === 'EISDIR') throw usageError(`Cannot read ${file} (${code})`);
    throw error;
  }
}

function parseStack(file: string, text: string): StackDescriptor {
  const value = parseJson(text);
  if (!isJsonObject(value) || !('version' in value)) {
    throw usageError(`${file} is not a stack descriptor`);
  }
  if (value.version !== 1)
    throw usageError(`${file} has version ${String(value.version)}; this program reads 1`);
  return value as StackDescriptor;
}
