import { ApiError } from '../api-error.ts';

/** Everything a key, a token or a member may be allowed to do. Contract, section 2. */
export const PERMISSIONS = [
  'content:read',
  'content:write',
  'content:publish',
  'content:approve',
  'schedule:read',
  'schedule:write',
  'analytics:read',
  'analytics:write',
  'team:read',
  'team:write',
  'webhooks:read',
  'webhooks:write',
  'accounts:read',
  'accounts:write',
  'keys:read',
  'keys:write',
  'audit:read',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The named sets of permissions a member can be given. */
export const ROLES = {
  owner: PERMISSIONS,
  admin: PERMISSIONS,
  content_manager: [
    'content:read',
    'content:write',
    'content:publish',
    'schedule:read',
    'schedule:write',
    'analytics:read',
  ],
  editor: ['content:read', 'content:write', 'schedule:read'],
  approver: ['content:read', 'content:approve', 'schedule:read'],
  analyst: ['content:read', 'schedule:read', 'analytics:read'],
  viewer: ['content:read', 'schedule:read'],
} as const satisfies Record<string, readonly Permission[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/** True when `held` contains at least one of `needed`; an empty `needed` asks for nothing. */
export function hasAnyPermission(held: readonly Permission[], needed: readonly Permission[]): boolean {
  return needed.length === 0 || needed.some((permission) => held.includes(permission));
}

/** Those of `wanted` that `held` lacks. Nobody can grant what they lack. */
export function missingPermissions(held: readonly Permission[], wanted: readonly Permission[]): Permission[] {
  return wanted.filter((permission) => !held.includes(permission));
}

/** Refuses with 403 and `detail`, naming what is missing, unless `held` has all of `wanted`. */
export function assertHoldsAll(
  held: readonly Permission[],
  wanted: readonly Permission[],
  detail: string,
): void {
  const lacking = missingPermissions(held, wanted);
  if (lacking.length === 0) return;
  throw new ApiError('insufficient_scope', detail, { extensions: { required_permissions: lacking } });
}
