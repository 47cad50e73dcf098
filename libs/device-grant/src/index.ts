export { type AccessTokenTimes, accessTokenTimes } from './access-token-end';
export { type BrandAddresses, brandAddresses } from './brand-addresses';
export { type ConsentEnd, completionAddress, defaultCompletionUrl } from './completion-address';
export {
  type ConsentDecision,
  type ConsentOutcome,
  type GrantTerms,
  type StandingGrant,
  consentBoxes,
  decideConsent,
  isGrantLive,
  withoutRemovedScopes,
  yieldsTokens,
} from './consent-grant';
export { type UserProof, skipsConsent } from './consent-skip';
export {
  type DeviceAuthorization,
  type DeviceStep,
  deviceState,
  pollDevice,
  stepDevice,
} from './device-authorization';
export { deviceDiagram } from './device-diagram';
export {
  DEVICE_EVENTS,
  DEVICE_TABLE,
  type DeviceAnswer,
  type DeviceCell,
  type DeviceEvent,
  type DeviceState,
  STORED_DEVICE_STATES,
  type StoredDeviceState,
} from './device-states';
export { Form, type FormRequest, readForm } from './form';
export {
  GUESS_LIMITS,
  type GuessCounters,
  type GuessedBy,
  type WrongCodes,
  guessSlice,
  judgeGuess,
  oldestGuessSlice,
} from './guess-limits';
export { type Holder, isHeldBy } from './holder';
export { deviceAuthorizationAnswer, tokenAnswer } from './oauth-answers';
export {
  OAUTH_ERRORS,
  OAUTH_HEADERS,
  OAuthError,
  type OAuthErrorCode,
  oauthErrorAnswer,
} from './oauth-error';
export {
  DEVICE_CODE_GRANT,
  REFRESH_GRANT,
  type TokenRequest,
  judgeClientId,
  readDeviceRequest,
  readRevocation,
  readTokenRequest,
} from './oauth-request';
export { type OpaqueToken, type OpaqueTokenKind, hashOpaqueToken, makeOpaqueToken } from './opaque-token';
export { FIRST_PACE, type PollPace, judgePoll } from './poll-pace';
export {
  REFRESH_TABLE,
  type RefreshDecision,
  type RefreshRequest,
  type RefreshStanding,
  type StoredRefreshToken,
  decideRefresh,
} from './refresh-decision';
export { type TokenToRevoke, revokesGrant } from './revocation-decision';
export { readScope, writeScope } from './scope-parameter';
export {
  type CardScopes,
  effectiveScope,
  inCardOrder,
  isScopeId,
  isSubset,
  missingScopes,
} from './scope-set';
export { serverMetadata } from './server-metadata';
export { type RandomBytes, USER_CODE_LETTERS, makeUserCode, readUserCode, showUserCode } from './user-code';
export { type VerificationLinks, loginLink, verificationLinks } from './verification-links';
