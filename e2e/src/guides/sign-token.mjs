import { readFileSync } from 'node:fs';
import { SignJWT, importJWK } from 'jose';

const { SURETY_PA_KEY, SURETY_PA_ISSUER, SURETY_PA_AUDIENCE, SURETY_PA_SUB } = process.env;
const jwk = JSON.parse(readFileSync(SURETY_PA_KEY, 'utf8'));
const token = await new SignJWT()
  .setProtectedHeader({ alg: jwk.alg, kid: jwk.kid, typ: 'JWT' })
  .setIssuer(SURETY_PA_ISSUER)
  .setAudience(SURETY_PA_AUDIENCE)
  .setSubject(SURETY_PA_SUB)
  .setIssuedAt()
  .setExpirationTime('120s')
  .sign(await importJWK(jwk, jwk.alg));
console.log(token);
