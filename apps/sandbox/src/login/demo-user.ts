import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@surety/kernel';
import { keepFile } from '../made-file';
import { makeDemoLogin } from './demo-login';

/** Where the demo User's e-mail and password lie unless a setting names another file. */
export const userFileIn = (dataDir: string): string => join(dataDir, 'sandbox-user.json');

/** A User of the demo Brand. */
export interface BrandUser {
  /** The Brand's own id of the User: `sub` of assertions and delegation tokens. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The demo Brand's one User, with a password of its own per data folder. */
export class DemoUser implements BrandUser {
  readonly id = 'fern-1001';
  readonly name = 'Robin Fern';
  readonly email: string;
  private readonly passwordHash: Buffer;

  /** Made at the first start and kept. Throws KeyFileError, or TypeError when the file holds no e-mail and password. */
  constructor(file: string) {
    const value = parseJson(keepFile(file, () => `${JSON.stringify(makeDemoLogin())}\n`));
    const { email, password } = isJsonObject(value) ? value : {};
    if (typeof email !== 'string' || typeof password !== 'string' || !email || !password) {
      throw new TypeError(`${file} must hold a JSON object with email and password`);
    }
    this.email = email;
    this.passwordHash = hash(password);
  }

  /** Whether these are the User's; takes as long for a wrong e-mail as for a wrong password. */
  isLogin(email: string, password: string): boolean {
    const isUser = timingSafeEqual(hash(email.trim().toLowerCase()), hash(this.email.toLowerCase()));
    const isPassword = timingSafeEqual(hash(password), this.passwordHash);
    return isUser && isPassword;
  }
}

/** Passwords here are random and 144 bits long, so that a fast hash gives nothing away. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
