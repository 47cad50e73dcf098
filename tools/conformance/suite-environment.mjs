/**
 * What the public suite reads from its environment, from a stack's descriptor. The Brands of the sandbox do not speak
 * the canned texts of the reference Provider, hence `any`.
 * @param {ReturnType<typeof import('../start/stack-descriptor.mjs').describeStack>} stack
 * @returns {Record<string, string>}
 */
export function suiteEnvironment({ provider, sandbox }) {
  const [brand, otherBrand] = sandbox.brands;
  if (brand === undefined || otherBrand === undefined)
    throw new Error('The sandbox has fewer than two Brands.');
  const { issuer, audience, privateJwk } = sandbox.personalAgent;
  return {
    PROVIDER_URL: provider.url,
    E2E_PROVIDER: 'any',
    CUSTOMER_ID: brand.id,
    OTHER_CUSTOMER_ID: otherBrand.id,
    PA_ISSUER: issuer,
    PA_AUDIENCE: audience,
    PA_PRIVATE_JWK: JSON.stringify(privateJwk),
  };
}
