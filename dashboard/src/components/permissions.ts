import type { Schemas } from '../api/client.ts';
import type { Permission } from '../api/session.ts';
import { PERMISSIONS } from '../api/values.ts';
import { hasText, t } from '../language/texts.ts';

type Grantable = NonNullable<Schemas['KeyCreate']['permissions']>[number];

/** Return the permissions that a request can grant: only sessions have the others. */
export function grantable(permissions: readonly Permission[]): Grantable[] {
  return permissions.filter((each): each is Grantable => PERMISSIONS.includes(each));
}

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
    const group = groups.get(resource) ?? { name: resourceName(resource), permissions: [] };
    group.permissions.push({ permission, meaning: meaningOf(permission) });
    groups.set(resource, group);
  }
  return [...groups.values()];
}

/** Say what a permission allows, in the words of a person who decides about it. */
function meaningOf(permission: Permission): string {
  const key = `components.allows_${permission.replace(':', '_')}`;
  return hasText(key) ? t(key) : permission;
}

function resourceName(resource: string): string {
  const key = `components.resource_${resource}`;
  return hasText(key) ? t(key) : resource;
}

/** Return the permissions that only read. */
export function readOnly(permissions: readonly string[]): Permission[] {
  return PERMISSIONS.filter((permission) => permission.endsWith(':read') && permissions.includes(permission));
}

/** Summarize permissions in a few words: all, read only, or their number. */
export function summarizePermissions(permissions: readonly string[]): string {
  if (PERMISSIONS.every((permission) => permissions.includes(permission))) return t('components.allPermissions');
  const onlyRead = permissions.every((permission) => permission.endsWith(':read'));
  return t(onlyRead ? 'components.readPermissionCount' : 'components.permissionCount', { count: permissions.length });
}
