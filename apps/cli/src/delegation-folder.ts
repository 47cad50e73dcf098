import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DelegationStore, DelegationTokens } from '@surety/client';
import { isJsonObject, parseJson } from '@surety/kernel';
import { usageError } from './cli-error';
import { writePrivateFile } from './private-file';
import type { Surroundings } from './surroundings';
import { systemCode } from './system-code';

/** Whose tokens: one file each. */
export interface DelegationOwner {
  readonly interfaceUrl: string;
  /** The personal agent. */
  readonly issuer: string;
  /** The User, as the personal agent names it. */
  readonly sub: string;
}

/** A file of the folder: what a User granted to a personal agent at a Brand. Secret. */
export interface StoredDelegation extends DelegationOwner {
  readonly brandName: string;
  readonly cardUrl: string;
  readonly tokens: DelegationTokens;
}

/** What people see of a stored delegation: everything but the tokens. */
export interface ShownDelegation extends Omit<StoredDelegation, 'tokens'> {
  readonly grantId: string;
  readonly brandUser: string;
  readonly scopes: readonly string[];
}

const FILE = /^[0-9a-f]{32}\.json$/;

/** Where this program keeps the User's delegations: SURETY_STATE_DIR, else the state folder of the account (XDG Base Directory). */
export function stateFolder({ env, cwd }: Pick<Surroundings, 'env' | 'cwd'>): string {
  if (env.SURETY_STATE_DIR) return resolve(cwd, env.SURETY_STATE_DIR);
  if (env.XDG_STATE_HOME) return join(env.XDG_STATE_HOME, 'surety');
  const home = env.HOME ?? env.USERPROFILE;
  if (home) return join(home, '.local', 'state', 'surety');
  throw usageError('There is no place to keep delegations: set SURETY_STATE_DIR');
}

/** The delegations of one account of this machine, a file for each Brand, personal agent and User; mode 0600. */
export class DelegationFolder {
  private readonly folder: string;

  constructor(surroundings: Pick<Surroundings, 'env' | 'cwd'>) {
    this.folder = join(stateFolder(surroundings), 'delegations');
  }

  /** Every stored delegation, by Brand name. */
  list(): readonly StoredDelegation[] {
    const found = this.names().flatMap(name => this.read(join(this.folder, name)) ?? []);
    return found.toSorted((a, b) => a.brandName.localeCompare(b.brandName) || a.sub.localeCompare(b.sub));
  }

  find(owner: DelegationOwner): StoredDelegation | undefined {
    return this.read(this.fileOf(owner));
  }

  remove(owner: DelegationOwner): void {
    rmSync(this.fileOf(owner), { force: true });
  }

  /** The store that a client keeps the tokens of one owner in. */
  storeFor(owner: DelegationOwner, brand: Pick<StoredDelegation, 'brandName' | 'cardUrl'>): DelegationStore {
    const { interfaceUrl, issuer, sub } = owner;
    return {
      load: async () => this.find(owner)?.tokens,
      save: async tokens => {
        const stored: StoredDelegation = { interfaceUrl, issuer, sub, ...brand, tokens };
        writePrivateFile(this.fileOf(owner), `${JSON.stringify({ version: 1, ...stored }, undefined, 1)}\n`);
      },
      clear: async () => this.remove(owner),
    };
  }

  private names(): readonly string[] {
    try {
      return readdirSync(this.folder).filter(name => FILE.test(name));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'ENOENT') return [];
      throw code ? usageError(`Cannot read ${this.folder} (${code})`) : error;
    }
  }

  private read(file: string): StoredDelegation | undefined {
    const text = readIfThere(file);
    if (text === undefined) return undefined;
    const value = parseJson(text);
    // The text is never shown, since it holds tokens.
    if (!isJsonObject(value) || value.version !== 1 || !isJsonObject(value.tokens)) {
      throw usageError(`${file} holds no delegation that this program can read; remove it and log in again`);
    }
    return value as unknown as StoredDelegation;
  }

  private fileOf({ interfaceUrl, issuer, sub }: DelegationOwner): string {
    const name = createHash('sha256')
      .update(JSON.stringify([interfaceUrl, issuer, sub]))
      .digest('hex');
    return join(this.folder, `${name.slice(0, 32)}.json`);
  }
}

/** What may be printed of a delegation. */
export function withoutTokens({ tokens, ...owner }: StoredDelegation): ShownDelegation {
  const { brandName, cardUrl, interfaceUrl, issuer, sub } = owner;
  const { grantId, brandUser, scopes } = tokens;
  return { brandName, cardUrl, interfaceUrl, issuer, sub, grantId, brandUser, scopes };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    throw code ? usageError(`Cannot read ${file} (${code})`) : error;
  }
}
