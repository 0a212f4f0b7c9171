import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { WorkspaceApp } from '../rules/connect/platform-app.ts';

/**
 * The connection of an account that a person completes on a platform: its state and the cookie of its browser by hash,
 * who requested it, the accounts to choose from (credentials encrypted), its result. Expires after a day.
 */
export const connectFlowEntity = /* @__PURE__ */ defineEntity({
  name: 'ConnectFlow',
  pk: 'WS#{workspace_id}#CONNECT',
  sk: '{id}',
});

export const connectFlowLifecycle: Lifecycle = {
  ending: 'work',
  person: { field: 'user_id', names: 'user', isDeleted: true },
};

/** The credentials of the stage as an app of a platform; the secret encrypted. */
export const platformAppEntity = /* @__PURE__ */ defineEntity({
  name: 'PlatformApp',
  pk: 'PLATFORMAPP',
  sk: '{platform}',
});

export const platformAppLifecycle: Lifecycle = { ending: 'data', found: 'stage' };

/** The app credentials that a workspace brings, in place of those of the stage; the secret encrypted. */
export const workspaceAppEntity = /* @__PURE__ */ defineEntity<WorkspaceApp>({
  name: 'WorkspaceApp',
  pk: 'WS#{workspace_id}#APP',
  sk: '{platform}',
  resource: 'platform_app',
});

// biome-ignore format: several fields per line keep the table readable.
export const workspaceAppAudit: AuditModes<WorkspaceApp> = {
  id: 'never', workspace_id: 'never', platform: 'on_request', client_id: 'on_request', encrypted_secrets: 'redacted',
  scopes: 'on_request', created_at: 'never', updated_at: 'never', version: 'never',
};

export const workspaceAppLifecycle: Lifecycle = {
  ending: 'data',
  decides: true,
  isExported: true,
  secrets: ['encrypted_secrets'],
};
