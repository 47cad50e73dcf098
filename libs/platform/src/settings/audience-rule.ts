/**
 * P33: the audience is one opaque value, so that nobody can derive it from an address. In: the deployment's audience
 * and every public origin it serves. Throws TypeError when the audience equals or starts with one of them.
 */
export function assertOpaqueAudience(audience: string, publicUrls: readonly string[]): void {
  const derived = publicUrls.find(url => audience.toLowerCase().startsWith(url.toLowerCase()));
  if (derived) throw new TypeError(`the audience must not be or start with the public URL ${derived}`);
}
