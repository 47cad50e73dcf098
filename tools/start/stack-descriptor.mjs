import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { adminTokenSeconds, ownerToken } from './secrets.mjs';

const renewBeforeEndMs = 3_600_000;
const lookEveryMs = 60_000;

/** Writes a file of the data folder whole, for its owner's eyes only. @param {string} file @param {string} text */
export function writePrivately(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/**
 * What black-box scripts read instead of guessing (PACT wire 7). Members of services that do not exist yet are absent.
 * @param {object} stack
 * @param {ReturnType<typeof import('./services.mjs').stackAddresses>} stack.addresses
 * @param {Awaited<ReturnType<typeof import('./sandbox-seed.mjs').seedSandbox>>} stack.seeded
 * @param {import('@surety/tokens').PrivateSigningJwk} stack.personalAgentKey
 * @param {import('@surety/sandbox').DemoLogin} stack.sandboxUser
 */
export function describeStack({ addresses, seeded, personalAgentKey, sandboxUser }) {
  const { issuer, jwksUri, audience } = seeded.personalAgent;
  const { email, password } = sandboxUser;
  return {
    version: 1,
    provider: { url: addresses.provider, audience },
    authorizationServer: { url: addresses.provider },
    admin: { url: addresses.admin, token: '' },
    sandbox: {
      brands: seeded.brands.map(describeBrand),
      delegatedBrand: { ...describeBrand(seeded.delegatedBrand), user: { email, password } },
      personalAgent: { issuer, jwksUri, audience, privateJwk: personalAgentKey },
      disabledPersonalAgent: { issuer: seeded.disabledPersonalAgent.issuer },
    },
  };
}

/** @param {{ id: string, name: string, cardUrl: string, interfaceUrl: string }} brand */
const describeBrand = ({ id, name, cardUrl, interfaceUrl }) => ({ id, name, cardUrl, interfaceUrl });

/** `stack.json`: there while everything answers, with an admin token that never runs out. */
export class StackDescriptorFile {
  /** @param {string} dataDir */
  constructor(dataDir) {
    this.file = path.join(dataDir, 'stack.json');
    this.remove();
  }

  /**
   * @param {ReturnType<typeof describeStack>} descriptor
   * @param {import('@surety/tokens').PrivateSigningJwk} adminKey
   */
  publish(descriptor, adminKey) {
    let endsAtMs = 0;
    // The wall clock is asked again and again: a machine that slept must not wake up with a dead token.
    const renew = () => {
      if (endsAtMs - Date.now() > renewBeforeEndMs) return;
      const token = ownerToken(adminKey, descriptor.admin.url);
      endsAtMs = Date.now() + adminTokenSeconds * 1000;
      writePrivately(
        this.file,
        `${JSON.stringify({ ...descriptor, admin: { ...descriptor.admin, token } }, null, 1)}\n`,
      );
    };
    renew();
    this.timer = setInterval(renew, lookEveryMs);
  }

  remove() {
    clearInterval(this.timer);
    rmSync(this.file, { force: true });
  }
}
