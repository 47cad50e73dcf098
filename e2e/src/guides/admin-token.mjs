import { readFileSync } from 'node:fs';
import { SignJWT, importJWK } from 'jose';

const [role, sub, ...brands] = process.argv.slice(2);
const key = await importJWK(JSON.parse(readFileSync(process.env.SURETY_ADMIN_KEY_FILE, 'utf8')), 'ES256');
const token = await new SignJWT({ role, ...(brands.length > 0 ? { brands } : {}) })
  .setProtectedHeader({ alg: 'ES256', typ: 'admin+jwt' })
  .setAudience(process.env.SURETY_ADMIN_URL)
  .setSubject(sub)
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(key);
console.log(token);
