import type { PersonalAgentRow } from '@surety/registry';

/** A registered personal agent as identity and limits need it (PACT 3.1, P26). */
export type PersonalAgent = Pick<PersonalAgentRow, 'id' | 'issuer' | 'jwksUri' | 'enabled' | 'limits'>;

/** Who is registered. Answers from memory on the hot path; a change is seen within one second on every replica (P37). */
export abstract class PaDirectory {
  /**
   * The personal agent with exactly this issuer, enabled or not; undefined when there is none. Rejects when the store cannot
   * be reached, which must never become a 401.
   */
  abstract byIssuer(issuer: string): Promise<PersonalAgent | undefined>;

  /**
   * Open mode (P34): registers the issuer of a token that has just been verified, unless it is there by now. In: also the id
   * of the request that brought it, for the audit. Out: the row as it stands, which may be disabled.
   */
  abstract adopt(issuer: string, jwksUri: string, requestId: string): Promise<PersonalAgent>;
}
