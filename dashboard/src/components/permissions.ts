import type { Permission } from '../api/session.ts';

/** What each permission allows, in the words of a person who decides about it. */
const MEANINGS: Record<Permission, string> = {
  'content:read': 'Read posts, their targets, comments and approvals',
  'content:write': 'Create, edit, submit and delete posts',
  'content:publish': 'Publish posts and retry failed posts',
  'content:approve': 'Approve posts and request changes',
  'schedule:read': 'Read the schedule',
  'schedule:write': 'Schedule, reschedule and cancel posts',
  'analytics:read': 'Read metrics, rankings and trends',
  'analytics:write': 'Report engagements from other systems',
  'team:read': 'Read members and invitations',
  'team:write': 'Manage members and workspace settings',
  'webhooks:read': 'Read webhook endpoints, deliveries and events',
  'webhooks:write': 'Manage and test webhook endpoints; replay deliveries',
  'accounts:read': 'Read connected accounts and their status',
  'accounts:write': 'Connect, rename and disconnect accounts',
  'keys:read': 'Read API keys (not their secrets)',
  'keys:write': 'Create, roll and revoke API keys',
  'audit:read': 'Read and verify the audit log',
};

const RESOURCE_NAMES: Record<string, string> = {
  content: 'Posts',
  schedule: 'Schedule',
  analytics: 'Analytics',
  team: 'Team',
  webhooks: 'Webhooks',
  accounts: 'Accounts',
  keys: 'API keys',
  audit: 'Audit log',
};

export const PERMISSIONS = Object.keys(MEANINGS) as Permission[];

/** The permissions on one kind of resource. */
export interface PermissionGroup {
  name: string;
  permissions: { permission: Permission; meaning: string }[];
}

/** Group permissions by their resource, in the order of the API. Leaves out permissions that this version does not know. */
export function groupPermissions(permissions: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  for (const permission of PERMISSIONS.filter((known) => permissions.includes(known))) {
    const resource = permission.split(':')[0]!;
    const group = groups.get(resource) ?? { name: RESOURCE_NAMES[resource] ?? resource, permissions: [] };
    group.permissions.push({ permission, meaning: MEANINGS[permission] });
    groups.set(resource, group);
  }
  return [...groups.values()];
}

/** Return the permissions that only read. */
export function readOnly(permissions: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => permission.endsWith(':read') && permissions.includes(permission));
}

/** Summarize permissions in a few words: all, read only, or their number. */
export function summarizePermissions(permissions: readonly string[]): string {
  if (PERMISSIONS.every((permission) => permissions.includes(permission))) return 'All permissions';
  const count = permissions.length === 1 ? '1 permission' : `${permissions.length} permissions`;
  return permissions.every((permission) => permission.endsWith(':read')) ? `${count}, read only` : count;
}
