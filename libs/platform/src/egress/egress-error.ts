/**
 * Why a request to an outside address got no usable answer: a URL that is malformed or holds credentials (`bad_url`), not
 * https, an address that is not public, a name without address, the connection or TLS failed or broke, the deadline, the
 * size, a redirect, bytes that are no HTTP answer we can use (`protocol`), or the caller's own signal (`aborted`).
 */
export type EgressErrorCode =
  | 'bad_url'
  | 'not_https'
  | 'private_address'
  | 'unresolved'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'redirect'
  | 'protocol'
  | 'aborted';

/** A request that got no usable answer. The message is for operators and never for the caller of our own API. */
export class EgressError extends Error {
  override readonly name = 'EgressError';

  /**
   * `established`: a connection (with TLS: its handshake too) was up, so that the other side may have acted on the
   * request. Only when it is false may a request with effects be sent again.
   */
  constructor(
    readonly code: EgressErrorCode,
    message: string,
    readonly established: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Codes by which an address itself is refused, before anything is sent. */
export type AddressFault = 'bad_url' | 'not_https' | 'private_address' | 'unresolved';

/**
 * What `EgressClient.check` has against an address: `refusal` when no request will ever go there under the present
 * settings, `warning` when its name does not resolve at the moment.
 */
export interface AddressRefusal {
  readonly kind: 'refusal' | 'warning';
  readonly code: AddressFault;
  readonly message: string;
}
