import { createRequire } from 'node:module';

/** @typedef {import('./admin-client.mjs').AdminClient} AdminClient */

/** @returns {typeof import('@surety/sandbox')} of the build that was just made */
const sandbox = () => createRequire(import.meta.url)('@surety/sandbox');

/** @param {AdminClient} admin @param {{ issuer: string }} body */
async function findOrCreatePersonalAgent(admin, body) {
  const found = await admin.list('/personal-agents', { issuer: body.issuer });
  const known = found.find(agent => agent.issuer === body.issuer);
  return known
    ? admin.call('GET', `/personal-agents/${known.id}`)
    : admin.call('POST', '/personal-agents', body);
}

/** The oldest open Brand of that name, since a later one may be somebody's own. @param {AdminClient} admin @param {{ name: string }} body */
async function findOrCreateBrand(admin, body) {
  const found = await admin.list('/brands', { q: body.name, state: 'open' });
  const known = found.findLast(brand => brand.name === body.name);
  return known ? admin.call('GET', `/brands/${known.id}`) : admin.call('POST', '/brands', body);
}

/**
 * The Brand that delegates. Its login is set last, in one change with the rules that use the tools: a Brand without it is one
 * whose creation was cut short, and is completed.
 * @param {AdminClient} admin @param {import('@surety/sandbox').DelegatedBrandSeed} seed
 */
async function findOrCreateDelegatedBrand(admin, { brand: body, scopes, tools, delegating }) {
  const brand = await findOrCreateBrand(admin, body);
  if (brand.delegation) return brand;
  const path = `/brands/${brand.id}`;
  const known = await admin.list(`${path}/tools`, {});
  await admin.call('PUT', `${path}/scopes`, scopes);
  for (const tool of tools) {
    if (!known.some(({ name }) => name === tool.name)) await admin.call('POST', `${path}/tools`, tool);
  }
  return admin.call('PATCH', path, delegating);
}

/**
 * Puts the demo Brands and personal agents there unless they are; what an operator changed since stays as it is.
 * @param {AdminClient} admin
 * @param {string} sandboxUrl
 */
export async function seedSandbox(admin, sandboxUrl) {
  const seed = sandbox().sandboxSeed(sandboxUrl);
  const brands = [];
  for (const body of seed.brands) brands.push(await findOrCreateBrand(admin, body));
  const delegatedBrand = await findOrCreateDelegatedBrand(admin, seed.delegatedBrand);
  const personalAgent = await findOrCreatePersonalAgent(admin, seed.personalAgent);
  const disabledPersonalAgent = await findOrCreatePersonalAgent(admin, seed.disabledPersonalAgent);
  return { brands, delegatedBrand, personalAgent, disabledPersonalAgent };
}
