import type { Schemas } from '../../api/client.ts';
import type { Permission } from '../../api/session.ts';

export type ExportKind = Schemas['ExportCreate']['kind'];

/** What can be exported, with the permission that it needs. */
export const EXPORT_PERMISSIONS: Record<ExportKind, Permission> = {
  content: 'content:read',
  metrics: 'analytics:read',
  audit: 'audit:read',
};

/** Return what a member with these permissions can export. */
export function permittedKinds(permissions: readonly Permission[]): ExportKind[] {
  const kinds = Object.keys(EXPORT_PERMISSIONS) as ExportKind[];
  return kinds.filter((kind) => permissions.includes(EXPORT_PERMISSIONS[kind]));
}
