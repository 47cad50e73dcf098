export { type Clock, rfc3339 } from './clock';
export { InvariantViolation, invariant } from './invariant';
export { type JsonObject, isJsonObject, parseJson, parseJsonBytes } from './json';
export { LIMITS } from './limits';
export { isLoopbackHost } from './loopback';
export { isPlainHost } from './plain-host';
export { type Result, err, ok } from './result';
export { isStorable } from './storable-text';
export { ULID_PATTERN, ulid, ulidTime } from './ulid';
