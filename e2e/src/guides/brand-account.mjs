import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { SignJWT, compactVerify, createRemoteJWKSet, errors, exportJWK } from 'jose';
import { generateKeyPair, jwtVerify } from 'jose';

const shop = process.env.SHOP_URL ?? 'http://localhost:4030'; // where this program is reached
const interfaceUrl = process.env.INTERFACE_URL; // of your Brand, as its card says
const consent = `${interfaceUrl}/oauth/consent`;

const customers = [{ id: 'customer-1001', email: 'fern@shop.example', password: 'heather', name: 'Fern' }];
const orders = new Map([['A-88213', { item: 'a novel', status: 'in the warehouse' }]]);

/** Ends a request with a status and JSON. */
class Answer extends Error {
  constructor(status, body) {
    super(JSON.stringify(body));
    this.status = status;
  }
}

// The login. Keep a real key safe: whoever has it speaks for every customer.
const { privateKey, publicKey } = await generateKeyPair('ES256');
const loginJwk = { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'ES256', use: 'sig' };

/** Says to the Provider which customer is here, for this one code. */
function assertionOf({ id, email, name }, userCode) {
  return new SignJWT({ email, name, user_code: userCode })
    .setProtectedHeader({ alg: 'ES256', kid: loginJwk.kid, typ: 'JWT' })
    .setIssuer(shop)
    .setAudience(consent)
    .setSubject(id)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(privateKey);
}

/** The user code of a link: undefined when it has none, else it is refused unless it leads to our consent address. */
function userCodeOf(returnTo) {
  if (returnTo === consent) return undefined;
  const [, code] = /^\?user_code=([A-Za-z0-9-]{1,64})$/.exec(returnTo?.slice(consent.length)) ?? [];
  if (code === undefined || !returnTo.startsWith(consent)) throw new Answer(400, 'This link does not work.');
  return code;
}

function loginPage(returnTo) {
  const code = userCodeOf(returnTo);
  const codeField =
    code === undefined ? '<input name="user_code" placeholder="code">' : `<p>Code ${code}</p>`;
  return `<form method="post" action="/login"><input type="hidden" name="return_to" value="${returnTo}">
<input name="email" type="email"><input name="password" type="password">${codeField}<button>Sign in</button></form>`;
}

/** After the login: a form that takes the assertion to the Provider. It works without script. */
async function handoffPage(form) {
  const userCode = userCodeOf(form.get('return_to')) ?? form.get('user_code');
  const customer = customers.find(({ email }) => email === form.get('email'));
  if (!customer || customer.password !== form.get('password'))
    throw new Answer(403, 'Wrong e-mail or password');
  return `<form method="post" action="${consent}">
<input type="hidden" name="assertion" value="${await assertionOf(customer, userCode)}"><button>Go on</button></form>`;
}

// The API behind the tools.
const delegationKeys = createRemoteJWKSet(new URL(`${interfaceUrl}/oauth/jwks.json`));
const providerKeys = createRemoteJWKSet(new URL('/.well-known/webhook-jwks.json', interfaceUrl));

/** The id of the customer for whom the Provider calls, when they permitted `scope`; else throws. */
async function customerOf(request, scope) {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization) ?? [];
  const { payload } = await jwtVerify(token, delegationKeys, {
    typ: 'at+jwt', // no other token of this Provider
    issuer: `${interfaceUrl}/oauth`,
    audience: interfaceUrl, // and of no other Brand
    algorithms: ['ES256', 'RS256'],
    requiredClaims: ['exp', 'sub', 'scope'],
  });
  const permitted = payload.scope.split(' ').includes(scope);
  if (!permitted) throw new Answer(403, { error: 'insufficient_scope', scope });
  return payload.sub;
}

/** Nobody but the Provider calls: it signed this very request less than five minutes ago; else throws. */
async function checkSender(request, body) {
  const [header, , signature] = String(request.headers['surety-signature']).split('.');
  const jws = `${header}.${body.toString('base64url')}.${signature}`;
  const { protectedHeader } = await compactVerify(jws, providerKeys, { algorithms: ['ES256'] });
  const { typ, htm, htu, iat } = protectedHeader;
  const isThis = typ === 'surety-request+jws' && htm === request.method && htu === shop + request.url;
  if (!isThis || !(Math.abs(Date.now() / 1000 - iat) <= 300)) throw new Answer(401, 'not signed for this');
}

/** First answers by customer and key; yours belong in your database, in the transaction of what was done. */
const answered = new Map();

async function api(request, body, order, action) {
  await checkSender(request, body);
  const customer = await customerOf(request, action ? 'orders:cancel' : 'orders:read');
  const found = orders.get(order);
  if (!found) return { status: 'unknown here' };
  if (!action) return found;
  const key = JSON.stringify([customer, request.headers['idempotency-key']]);
  if (!answered.has(key)) {
    found.status = 'cancelled';
    answered.set(key, { ...found });
  }
  return answered.get(key);
}

async function answer(request, body) {
  const { pathname, searchParams } = new URL(request.url, shop);
  const [, order, action] = /^\/api\/orders\/([^/]+)(\/cancellation)?$/.exec(pathname) ?? [];
  if (order && request.method === (action ? 'POST' : 'GET')) return api(request, body, order, action);
  if (pathname === '/.well-known/jwks.json') return { keys: [loginJwk] };
  if (pathname === '/connected')
    return `<p>Your personal agent: ${searchParams.has('scope') ? 'connected' : 'not connected'}`;
  if (pathname !== '/login') throw new Answer(404, 'nothing here');
  if (request.method === 'GET') return loginPage(searchParams.get('return_to'));
  return handoffPage(new URLSearchParams(body.toString()));
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const write = (status, type, text) => response.writeHead(status, { 'content-type': type }).end(text);
  try {
    const result = await answer(request, Buffer.concat(chunks));
    if (typeof result === 'string') write(200, 'text/html; charset=utf-8', result);
    else write(200, 'application/json', JSON.stringify(result));
  } catch (error) {
    if (error instanceof Answer) return write(error.status, 'application/json', error.message);
    console.error(`refused: ${error.message}`);
    write(error instanceof errors.JOSEError ? 401 : 503, 'application/json', '{"error":"invalid_token"}');
  }
});
const { hostname, port } = new URL(shop);
server.listen(Number(port), hostname, () => console.log(`listening at ${shop}`));
