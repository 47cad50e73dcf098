import { unverifiedClaims } from '@surety/tokens';

/**
 * The Brand that a receipt says it is of, for choosing the keys that judge it; nothing is proven yet. In: a compact JWS of anything, and
 * our public origin. Out: the id in its claim `brand` when that is an interface URL of ours.
 */
export function brandOfReceipt(jws: string, publicUrl: string): string | undefined {
  const brand = unverifiedClaims(jws)?.brand;
  const place = `${publicUrl}/a2a/`;
  if (typeof brand !== 'string' || !brand.startsWith(place)) return undefined;
  const id = brand.slice(place.length);
  return /^[A-Za-z0-9._-]{1,64}$/.test(id) ? id : undefined;
}
