/** Whose a device code or refresh token is: one User of one personal agent at one Brand (P15). */
export interface Holder {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
}

/** Whether the caller is the holder. Who is not gets the answer of an unknown code or token, and changes nothing (P17, P18). */
export function isHeldBy(held: Holder, caller: Holder): boolean {
  return (
    held.brandId === caller.brandId &&
    held.personalAgentId === caller.personalAgentId &&
    held.sub === caller.sub
  );
}
