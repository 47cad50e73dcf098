export { type Holder, isHeldBy } from './holder';
export { type OpaqueToken, type OpaqueTokenKind, hashOpaqueToken, makeOpaqueToken } from './opaque-token';
export { readScope, writeScope } from './scope-parameter';
export {
  type CardScopes,
  effectiveScope,
  inCardOrder,
  isScopeId,
  isSubset,
  missingScopes,
} from './scope-set';
export { type RandomBytes, USER_CODE_LETTERS, makeUserCode, readUserCode, showUserCode } from './user-code';
