import { RefusedAddress, UnresolvedName } from './checked-lookup';
import { EgressError, type EgressErrorCode } from './egress-error';

/** Codes with which Node reports a certificate or handshake that does not hold. */
const TLS_CODES =
  /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_OSSL)/;
/** Codes of Node's HTTP parser, and of requests that it refuses to write. */
const PROTOCOL_CODES = /^(HPE_|ERR_HTTP_|ERR_INVALID_|ERR_UNESCAPED_)/;

/** What a failed exchange was, as one {@link EgressError}. In: whatever Node threw or emitted. */
export function classifyFailure(error: unknown, established: boolean): EgressError {
  if (error instanceof EgressError) return error;
  const { message, code = '' } = error as { message: string; code?: string };
  return new EgressError(kindOf(error, code), message || code, established, { cause: error });
}

function kindOf(error: unknown, code: string): EgressErrorCode {
  if (error instanceof RefusedAddress) return 'private_address';
  if (error instanceof UnresolvedName) return 'unresolved';
  if (TLS_CODES.test(code)) return 'tls';
  return PROTOCOL_CODES.test(code) ? 'protocol' : 'connect';
}
