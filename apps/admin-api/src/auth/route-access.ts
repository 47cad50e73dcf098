import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { AdminRole } from '@surety/tokens';

/** Metadata key that the guard and the boot check read. */
export const ROLES_KEY = 'surety:roles';

/** Names who may call a route; without it, or `@Public('why')`, the process does not start (style 11). */
export function Roles(...roles: readonly AdminRole[]): MethodDecorator {
  return applyDecorators(
    SetMetadata(ROLES_KEY, roles),
    ApiBearerAuth('admin'),
    ApiExtension('x-surety-roles', [...roles]),
  );
}

const EVERYBODY: readonly AdminRole[] = ['owner', 'operator', 'auditor', 'brand-operator'];
const OPERATORS: readonly AdminRole[] = ['owner', 'operator'];
const BRAND_STAFF: readonly AdminRole[] = ['owner', 'operator', 'brand-operator'];

/**
 * The role matrix: who may do what. An auditor reads only. A brand-operator sees its own Brands only, another's
 * answers 404 and lists leave them out, and can neither open nor close a Brand nor change what the whole
 * deployment shares.
 */
export const ACCESS = {
  'personal-agents: list, read': EVERYBODY,
  'personal-agents: create, change, enable, disable': OPERATORS,
  'brands: list, read': EVERYBODY,
  'brands: create, close': OPERATORS,
  'brands: change, test the agent': BRAND_STAFF,
  'scopes, tools: list, read': EVERYBODY,
  'scopes, tools: change': BRAND_STAFF,
  'brand keys: list': EVERYBODY,
  'brand keys: rotate': BRAND_STAFF,
  'webhook-keys: list': EVERYBODY,
  'webhook-keys: rotate': OPERATORS,
  'grants: list, read': EVERYBODY,
  'grants: revoke': BRAND_STAFF,
  'receipts: list, read, export, verify': EVERYBODY,
  'conversations: list, read redacted': EVERYBODY,
  'conversations: read revealed': OPERATORS,
  'conversations: close': BRAND_STAFF,
  'audit: list': EVERYBODY,
} as const;
