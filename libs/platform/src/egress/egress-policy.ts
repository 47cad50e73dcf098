/** What an operator lets through beyond public https addresses (P25). */
export interface EgressPolicy {
  /** Plain http, and https, to 127.0.0.0/8, ::1 and localhost. */
  readonly allowLoopbackHttp: boolean;
  /** CIDRs whose addresses may be connected to although they are not public. */
  readonly allowCidrs: readonly string[];
}
