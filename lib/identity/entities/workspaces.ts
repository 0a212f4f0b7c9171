import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Workspace } from '../rules/workspace.ts';
import type { WorkspaceSettings } from '../rules/workspace-settings.ts';

/**
 * The tenant: plan, external id, label, branding, suspension, deletion, and the secret that signs its cursors. Those that are suspended or
 * being deleted, and those with a label, are in lists of their own.
 */
export const workspaceEntity = /* @__PURE__ */ defineEntity<Workspace>({
  name: 'Workspace',
  pk: 'WS#{id}',
  sk: 'WORKSPACE',
  parent_pk: 'WORKSPACES#{shard}',
  status_pk: 'WORKSPACES#LABEL#{label}#{shard}',
  category_pk: 'WORKSPACES#{status}#{shard}',
  list_sk: '{id}',
  resource: 'workspace',
  defaults: () => ({ version: 0 }),
});

// biome-ignore format: several fields per line keep the table readable.
export const workspaceAudit: AuditModes<Workspace> = {
  id: 'never', name: 'always', plan: 'always', external_id: 'always', label: 'always', metadata: 'always', branding: 'always',
  suspension: 'always', deletion: 'always', requests_per_minute: 'always', limits: 'always', cursor_secret: 'never', created_at: 'never', version: 'never',
};

export const workspaceLifecycle: Lifecycle = {
  ending: 'data',
  ids: 'workspace',
  found: [{ read: 'key', id: 'workspace', as: 'id' }],
  isExported: true,
  secrets: ['cursor_secret'],
};

/** The workspace of an external id, by its hash: no other workspace of the stage has it. */
export const externalIdEntity = /* @__PURE__ */ defineEntity({
  name: 'ExternalId',
  pk: 'EXTERNALID#{hash}',
  sk: 'EXTERNALID',
  parent_pk: 'WS#{workspace_id}#EXTERNALIDS',
  list_sk: '{hash}',
});

export const externalIdLifecycle: Lifecycle = { ending: 'data', found: [{ read: 'list' }] };

/**
 * What a workspace has set for its items: whether they need approval, and whose ([approval](approval.md)). Absent
 * until it is changed.
 */
export const workspaceSettingsEntity = /* @__PURE__ */ defineEntity<WorkspaceSettings>({
  name: 'WorkspaceSettings',
  pk: 'WS#{workspace_id}#SETTINGS',
  sk: 'SETTINGS',
  resource: 'workspace_settings',
  defaults: () => ({ approval_method: 'session', time_zone: 'UTC', duplicate_guard_hours: 24 }),
});

// biome-ignore format: several fields per line keep the table readable.
export const workspaceSettingsAudit: AuditModes<WorkspaceSettings> = {
  id: 'never', workspace_id: 'never', approval: 'always', approval_method: 'always', approver_roles: 'always',
  authors_may_approve: 'always', time_zone: 'always', halts: 'never', limits: 'never', duplicate_guard_hours: 'always',
  version: 'never',
};

export const workspaceSettingsLifecycle: Lifecycle = { ending: 'data', decides: true, isExported: true };
