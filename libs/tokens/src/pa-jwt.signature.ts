import { CANDIDATE_RULES, type CandidateRule, candidateKeys } from './candidate-keys';
import { verifyBytes } from './jws-signature';
import type { SignatureCheck } from './pa-jwt.check';

/**
 * The check of the signature by one of the personal agent's published keys that fit the header (PACT 3.2, P25).
 * `rules` is an argument so that a test can switch one off.
 */
export function signatureCheck(rules: readonly CandidateRule[] = CANDIDATE_RULES): SignatureCheck {
  return {
    stage: 'signature',
    name: 'signature',
    clause: 'PACT 3.2',
    needs: ['alg', 'kid'],
    fault: (token, keys) => {
      const candidates = candidateKeys(keys, token, rules);
      if (candidates.length === 0) return 'no published key fits kid and alg';
      const { signedBytes, signature } = token;
      const isSigned = candidates.some(candidate => {
        const key = candidate.key();
        return key !== undefined && verifyBytes(key, signedBytes, signature);
      });
      return isSigned ? undefined : `no signature by one of the ${candidates.length} keys that fit`;
    },
  };
}
