export { type Clock, rfc3339 } from './clock';
export { InvariantViolation, invariant } from './invariant';
export { LIMITS } from './limits';
export { type Result, err, ok } from './result';
export { ULID_PATTERN, ulid, ulidTime } from './ulid';
