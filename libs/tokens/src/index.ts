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
export { type VerifiedAssertion, checkBrandAssertion, verifyBrandAssertion } from './brand-assertion';
export { BRAND_ASSERTION_CHECKS, type ExpectedAssertion } from './brand-assertion.checks';
export { CANDIDATE_RULES, type CandidateRule, type WantedKey, candidateKeys } from './candidate-keys';
export {
  DELEGATION_GRANT_CHECKS,
  type DelegationCaller,
  type DelegationGrant,
  type DelegationGrantCheck,
  checkDelegationGrant,
} from './delegation-grant.checks';
export {
  type DelegationTokenClaims,
  type VerifiedDelegation,
  signDelegationToken,
  verifyDelegationToken,
  verifyDelegationTokenAtBrand,
} from './delegation-token';
export {
  DELEGATION_TOKEN_CHECKS,
  DELEGATION_TOKEN_TYP,
  type ExpectedDelegation,
} from './delegation-token.checks';
export { DeploymentKeyError, deploymentKey, deriveKey } from './deployment-key';
export type { JwtCheck } from './jwt-check';
export { type VerificationKey, readJwks } from './jwks';
export { type SignatureAlgorithm } from './jws-signature';
export {
  type PageSession,
  type PageSessionToSign,
  pageSessionKey,
  signPageSession,
  verifyPageSession,
} from './page-session';
export {
  type ExpectedPageSession,
  PAGE_SESSION_CHECKS,
  PAGE_SESSION_TYPS,
  type PageSessionKind,
} from './page-session.checks';
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
export {
  RECEIPT_TYP,
  type ReceiptAction,
  type ReceiptClaims,
  type ReceiptReply,
  argsHash,
  signReceipt,
} from './receipt';
export { type ExpectedReceipt, RECEIPT_CHECKS } from './receipt.checks';
export { type VerifiedReceipt, verifyReceipt } from './receipt.verify';
export { type RequestToSign, type RequestToVerify, signRequest, verifyRequest } from './request-signature';
export { UnsealError, seal, unseal } from './seal';
export {
  type PrivateSigningJwk,
  type PublicSigningJwk,
  generateSigningJwk,
  privateKeyOf,
  publicPart,
} from './signing-jwk';
export { unverifiedClaims, unverifiedHeader } from './unverified-jws';
export { userPseudonym } from './user-pseudonym';
