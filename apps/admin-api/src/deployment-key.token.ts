/** Injection token of the 32-byte deployment key (PACT wire §8), from which every other key is derived. */
export const DEPLOYMENT_KEY = Symbol('deployment key');
