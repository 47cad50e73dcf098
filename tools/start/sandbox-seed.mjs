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
 * Puts the demo Brands and personal agents there unless they are; what an operator changed since stays as it is.
 * @param {AdminClient} admin
 * @param {string} sandboxUrl
 */
export async function seedSandbox(admin, sandboxUrl) {
  const seed = sandbox().sandboxSeed(sandboxUrl);
  const brands = [];
  for (const body of seed.brands) brands.push(await findOrCreateBrand(admin, body));
  const personalAgent = await findOrCreatePersonalAgent(admin, seed.personalAgent);
  const disabledPersonalAgent = await findOrCreatePersonalAgent(admin, seed.disabledPersonalAgent);
  return { brands, personalAgent, disabledPersonalAgent };
}
