import { randomBytes } from 'node:crypto';

/** What the demo User logs in with, and how the file of a data folder holds it. */
export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

/** A fresh login with a random password of 144 bits. */
export function makeDemoLogin(): DemoLogin {
  return { email: 'robin.fern@example.com', password: randomBytes(18).toString('base64url') };
}
