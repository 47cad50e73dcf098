export {
  ADMIN_ROLES,
  ADMIN_TOKEN_MAX_SECONDS,
  ADMIN_TOKEN_TYP,
  type AdminRole,
  type AdminTokenClaims,
  type AdminTokenRequest,
  mintAdminToken,
} from './admin-token';
export { encodeBase64url } from './base64url';
export { CANDIDATE_RULES, type CandidateRule, type WantedKey, candidateKeys } from './candidate-keys';
export { DeploymentKeyError, deploymentKey, deriveKey } from './deployment-key';
export { type VerificationKey, readJwks } from './jwks';
export { type SignatureAlgorithm } from './jws-signature';
export type { ExpectedPaJwt, PaJwtCheck, PaJwtFault } from './pa-jwt.check';
export { PA_JWT_CHECKS } from './pa-jwt.checks';
export { signatureCheck } from './pa-jwt.signature';
export { type ExplainedCheck, explainPaJwt } from './pa-jwt.explain';
export { PA_JWT_DEFAULT_LIFETIME_SECONDS, type PaJwtClaims, signPaJwt } from './pa-jwt.sign';
export {
  type ParsedPaJwt,
  type VerifiedPaJwt,
  checkPaJwtClaims,
  parsePaJwt,
  verifyPaJwt,
} from './pa-jwt.verify';
export { type RequestToSign, type RequestToVerify, signRequest, verifyRequest } from './request-signature';
export { UnsealError, seal, unseal } from './seal';
export {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  generateSigningJwk,
  privateKeyOf,
  publicPart,
} from './signing-jwk';
export { userPseudonym } from './user-pseudonym';
