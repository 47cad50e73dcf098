import { readFile } from 'node:fs/promises';
import { isJsonObject, parseJson } from '@surety/kernel';
import { type BrandAddresses, brandAddresses } from '@surety/device-grant';

const INTERFACE = /^(https?:\/\/[^/?#]+)\/a2a\/([A-Za-z0-9._-]{1,64})$/;

/** The Provider's addresses of the demo Brand, and the Provider's own. */
export interface RegisteredBrand extends BrandAddresses {
  readonly providerOrigin: string;
  /** The keys of `Surety-Signature` (PACT wire 5.3). */
  readonly webhookJwks: string;
}

/** The demo Brand is not registered with a Provider yet, or the file that would say so cannot be used. */
export class NotRegistered extends Error {}

/**
 * Under which address the demo Brand is registered with its Provider. The registration happens after the sandbox has started,
 * and may happen anew, so the file that names it is read at each use.
 */
export class BrandRegistration {
  constructor(private readonly file: string) {}

  /** The Brand's addresses. Throws {@link NotRegistered}. */
  async addresses(): Promise<RegisteredBrand> {
    const value = parseJson(await this.read());
    const interfaceUrl = isJsonObject(value) ? String(value.interfaceUrl) : '';
    const [, providerOrigin, brandId] = INTERFACE.exec(interfaceUrl) ?? [];
    if (providerOrigin === undefined || brandId === undefined) {
      throw new NotRegistered(`${this.file} names no interface URL of a Brand`);
    }
    const webhookJwks = `${providerOrigin}/.well-known/webhook-jwks.json`;
    return { ...brandAddresses(providerOrigin, brandId), providerOrigin, webhookJwks };
  }

  private async read(): Promise<string> {
    try {
      return await readFile(this.file, 'utf8');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new NotRegistered(`${this.file} cannot be read (${code})`);
    }
  }
}
