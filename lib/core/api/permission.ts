import { insufficientScope } from '../problems/problems.ts';

/** All permissions of API keys, tokens and members. See docs/reference/team.md. */
// biome-ignore format: one line per group of resources keeps the list readable.
export const PERMISSIONS = [
  'content:read', 'content:write', 'content:publish', 'content:approve', 'schedule:read', 'schedule:write',
  'analytics:read', 'analytics:write', 'team:read', 'team:write', 'webhooks:read', 'webhooks:write',
  'accounts:read', 'accounts:write', 'keys:read', 'keys:write', 'audit:read', 'content:override',
  'workspaces:read', 'workspaces:write', 'stage_keys:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What only stage keys can have, and no token of theirs for one workspace. */
export const STAGE_ONLY_PERMISSIONS: readonly Permission[] = [
  'workspaces:read',
  'workspaces:write',
  'stage_keys:write',
];

/** Return whether members, invitations and API keys can have a permission. Only sessions and stage keys have the others. */
export function isGrantable(permission: Permission): boolean {
  return permission !== 'content:override' && !STAGE_ONLY_PERMISSIONS.includes(permission);
}

/** The permissions that members, invitations and API keys can have. */
export const GRANTABLE_PERMISSIONS = PERMISSIONS.filter(isGrantable);

/**
 * The permissions that stage keys can have. Never the one to approve: a person decides about posts, and the product that has
 * the key is none.
 */
export const STAGE_PERMISSIONS = PERMISSIONS.filter(
  (permission) => permission !== 'content:approve' && permission !== 'content:override',
);

/**
 * The permissions that portal sessions can have: those of posts and accounts. An operation that needs one of them is open to a
 * portal only if it declares `portals`.
 */
export const PORTAL_PERMISSIONS = [
  ...['content:read', 'content:write', 'content:publish', 'schedule:read', 'schedule:write', 'analytics:read'],
  ...['accounts:read', 'accounts:write'],
] as const satisfies readonly Permission[];

/** What a program never receives without asking for it: with a stolen token it would create credentials or members. */
export const ACCESS_PERMISSIONS: readonly Permission[] = ['keys:write', 'team:write'];

/** Roles of a member, with their permissions. */
// biome-ignore format: one line per role keeps the table readable.
export const ROLES = {
  owner: GRANTABLE_PERMISSIONS,
  admin: GRANTABLE_PERMISSIONS,
  content_manager: ['content:read', 'content:write', 'content:publish', 'schedule:read', 'schedule:write', 'analytics:read'],
  editor: ['content:read', 'content:write', 'schedule:read'],
  approver: ['content:read', 'content:approve', 'schedule:read'],
  analyst: ['content:read', 'schedule:read', 'analytics:read'],
  viewer: ['content:read', 'schedule:read'],
} as const satisfies Record<string, readonly Permission[]>;
export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];

/**
 * Return the permissions of a session of a member: what the member has and, for an owner or admin who may write posts, the
 * override of the duplicate guard. It is never granted, so that no API key, application or agent can have it.
 */
export function sessionPermissions({ role, permissions }: { role: Role; permissions: readonly Permission[] }) {
  const isManager = role === 'owner' || role === 'admin';
  if (!isManager || !permissions.includes('content:write')) return permissions;
  return [...permissions.filter((each) => each !== 'content:override'), 'content:override' as const];
}

/** Return true if `held` contains at least one of `needed`, or if `needed` is empty. */
export function hasAnyPermission(held: readonly Permission[], needed: readonly Permission[]): boolean {
  return needed.length === 0 || needed.some((permission) => held.includes(permission));
}

/** Return the distinct names in the scope of an OAuth request, known or not. */
export function scopeNames(scope: string): string[] {
  return [...new Set(scope.split(' '))];
}

/** Return the permissions of `wanted` that `held` lacks. */
export function missingPermissions(held: readonly Permission[], wanted: readonly Permission[]): Permission[] {
  return wanted.filter((permission) => !held.includes(permission));
}

/** Throw 403 with `detail` and the missing permissions unless `held` contains all of `wanted`. */
export function assertHoldsAll(held: readonly Permission[], wanted: readonly Permission[], detail: string): void {
  const lacking = missingPermissions(held, wanted);
  if (lacking.length === 0) return;
  throw insufficientScope(detail, { extensions: { required_permissions: lacking } });
}
