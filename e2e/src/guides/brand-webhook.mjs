import { createServer } from 'node:http';
import { compactVerify, createRemoteJWKSet } from 'jose';

const provider = process.env.PROVIDER_URL ?? 'http://localhost:4000';
const address = process.env.WEBHOOK_URL ?? 'http://localhost:4020/agent';
const keys = createRemoteJWKSet(new URL('/.well-known/webhook-jwks.json', provider));

/** Which step of which turn the Provider signed, less than five minutes ago, for exactly this request; else throws. */
async function verify(request, body) {
  const [header, detached, signature] = String(request.headers['surety-signature']).split('.');
  if (detached !== '') throw new Error('no detached JWS');
  const jws = `${header}.${body.toString('base64url')}.${signature}`;
  const { protectedHeader } = await compactVerify(jws, keys, { algorithms: ['ES256'] });
  const { typ, htm, htu, iat, jti } = protectedHeader;
  if (typ !== 'surety-request+jws') throw new Error('signed for another purpose');
  if (htm !== request.method || htu !== address) throw new Error('signed for another request');
  if (!(Math.abs(Date.now() / 1000 - iat) <= 300)) throw new Error('signed at another time');
  return jti.slice(0, jti.lastIndexOf('.')); // <turnId>.<step>, the same as Idempotency-Key, but signed
}

/** What your agent says to a turn. */
async function answer(turn) {
  if (/\bbye\b/i.test(turn.text)) return { text: 'Goodbye.', close: true };
  return { text: `You said ${JSON.stringify(turn.text)}; I remember ${turn.history.length} texts.` };
}

/** Replies by signed key: a repeated delivery gets the first reply. Keep them in your database. */
const replies = new Map();

async function handle(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const key = await verify(request, body);
  if (!replies.has(key)) replies.set(key, answer(JSON.parse(body)));
  return JSON.stringify(await replies.get(key));
}

const server = createServer((request, response) => {
  handle(request).then(
    reply => response.writeHead(200, { 'content-type': 'application/json' }).end(reply),
    error => {
      console.error(`refused: ${error.message}`);
      response.writeHead(403).end();
    },
  );
});
const { hostname, port } = new URL(address);
server.listen(Number(port), hostname, () => console.log(`listening at ${address}`));
