import { assertOpaqueAudience } from './audience-rule';

describe('assertOpaqueAudience', () => {
  const urls = ['https://provider.example', 'http://localhost:4001'];

  it.each([
    'https://provider.example',
    'https://provider.example/a2a/x',
    'HTTPS://Provider.example:1',
    'http://localhost:4001/',
  ])('P33: refuses %s, which a public URL gives away', audience =>
    expect(() => assertOpaqueAudience(audience, urls)).toThrow('public URL'),
  );

  it('P33: accepts an opaque value', () => {
    expect(() => assertOpaqueAudience('3q2-7wAAQ', urls)).not.toThrow();
    expect(() => assertOpaqueAudience('urn:x:https://provider.example', urls)).not.toThrow();
  });
});
