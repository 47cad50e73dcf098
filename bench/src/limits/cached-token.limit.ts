import 'reflect-metadata';
import { createHash, verify } from 'node:crypto';
import { Controller, Get, Headers, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { generateSigningJwk, privateKeyOf, signPaJwt } from '@surety/tokens';
import { createPublicKey } from 'node:crypto';

const AUDIENCE = 'limit';
const LIFETIME_SECONDS = 3_600;
const { privateJwk } = generateSigningJwk('ES256');
const publicKey = createPublicKey(privateKeyOf(privateJwk));

interface Claims {
  readonly sub: string;
  readonly aud: string;
  readonly exp: number;
}

const verified = new Map<string, Claims>();

/** Verified once, then known by its hash: the least that a server which authenticates by JWT has to do. */
function claimsOf(token: string): Claims {
  const digest = createHash('sha256').update(token).digest('base64url');
  const claims = verified.get(digest) ?? verifiedClaims(token);
  if (claims.exp * 1000 < Date.now()) throw new UnauthorizedException();
  verified.set(digest, claims);
  return claims;
}

function verifiedClaims(token: string): Claims {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) throw new UnauthorizedException();
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
  if (claims.aud !== AUDIENCE) throw new UnauthorizedException();
  return claims;
}

/** One route behind a token, and nothing else. */
@Controller()
class LimitController {
  @Get('cached')
  read(@Headers('authorization') authorization = ''): { sub: string } {
    return { sub: claimsOf(authorization.slice('Bearer '.length)).sub };
  }
}

@Module({ controllers: [LimitController] })
class LimitModule {}

/** Prints `{port, token}` as one line of JSON, then serves until it is stopped. */
async function main(): Promise<void> {
  const app = await NestFactory.create<NestFastifyApplication>(LimitModule, new FastifyAdapter(), {
    logger: false,
  });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const token = signPaJwt({
    privateJwk,
    issuer: 'limit',
    audience: AUDIENCE,
    sub: 'user-1',
    nowMs: Date.now(),
    lifetimeSeconds: LIFETIME_SECONDS,
  });
  process.stdout.write(`${JSON.stringify({ port, token })}\n`);
}

if (require.main === module) void main();
