import { randomBytes } from 'node:crypto';
import { endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import { PERMISSIONS, type Permission } from '../../lib/core/api/permission.ts';
import type { Plan } from '../../lib/core/config/plans.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../lib/core/values/id.ts';
import { formatAccessToken } from '../../lib/identity/rules/access-token.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { newStageWorkspace, STAGE_WORKSPACE_ID, stageMember } from '../../lib/identity/rules/stage.ts';
import { newStageKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { newWorkspace, type Workspace } from '../../lib/identity/rules/workspace.ts';
import { accessTokenWrite } from '../../lib/identity/store/access-tokens.ts';
import { apiKeyWrite } from '../../lib/identity/store/api-keys.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { loadWorkspace, workspaceWrite } from '../../lib/identity/store/workspaces.ts';

/** A workspace with its owner, the owner's key and secret, and a token with all permissions. */
export interface Tenant {
  workspace: Workspace;
  owner: Member;
  key: ApiKey;
  clientSecret: string;
  token: string;
}

export function newId(kind: IdKind): string {
  return makeId(kind, Date.now(), randomBytes(10));
}

/**
 * Create a tenant as the service stores one. `keyFields` override those of a new key; a `workspaceId` is given
 * where records of the workspace exist before it.
 */
export async function newTenant(
  plan: Plan = 'enterprise',
  keyFields: Partial<ApiKey> = {},
  workspaceId: string = newId('workspace'),
): Promise<Tenant> {
  const clientSecret = randomBytes(32).toString('base64url');
  const made = newWorkspace(
    { name: 'A workspace', plan, email: 'Owner@example.com', ownerName: 'Ada Owner' },
    {
      workspaceId,
      userId: newId('user'),
      clientId: newId('key'),
      cursorSecret: randomBytes(32).toString('base64url'),
      clientSecretHash: secretHash(clientSecret),
    },
    Date.now(),
  );
  const key = { ...made.key, ...keyFields };
  await commit([workspaceWrite(made.workspace), apiKeyWrite(key), ...memberWrites(made.owner)]);
  const tenant = { ...made, key, clientSecret, token: '' };
  return { ...tenant, token: await newToken(tenant) };
}

/** A token of the tenant's key with exactly these permissions. */
export async function newToken(
  tenant: Pick<Tenant, 'workspace' | 'key'>,
  permissions: readonly Permission[] = PERMISSIONS,
  lifetimeSeconds = 3600,
): Promise<string> {
  const token = formatAccessToken(tenant.key, randomBytes(32).toString('base64url'));
  await commit([
    accessTokenWrite({
      hash: secretHash(token),
      client_id: tenant.key.client_id,
      secret_number: tenant.key.secret_number,
      user_id: tenant.key.user_id,
      workspace_id: tenant.workspace.id,
      permissions: [...permissions],
      expires_at_ms: Date.now() + lifetimeSeconds * 1000,
    }),
  ]);
  return token;
}

/** The stage with a new stage key, as a tenant: the product that acts on all workspaces. */
export async function newStageTenant(keyFields: Partial<ApiKey> = {}): Promise<Tenant> {
  const clientSecret = newBearerSecret();
  const generated = { clientId: newId('stageKey'), secretHash: secretHash(clientSecret) };
  const key = { ...newStageKey({ name: 'A stage key' }, null, generated, Date.now()), ...keyFields };
  const stored = await loadWorkspace(STAGE_WORKSPACE_ID);
  const workspace = stored ?? newStageWorkspace(newBearerSecret(), Date.now());
  await commit([...(stored ? [] : [workspaceWrite(workspace)]), apiKeyWrite(key)]);
  const tenant = { workspace, owner: stageMember(workspace.id), key, clientSecret, token: '' };
  return { ...tenant, token: await newToken(tenant) };
}

/** A tenant that may request an operation: the stage for what only stage keys request. */
export function newTenantFor(operation: OperationId): Promise<Tenant> {
  return isForStageKeys(endpointOf(operation)) ? newStageTenant() : newTenant();
}
