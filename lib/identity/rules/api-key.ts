import type { Permission } from '../../core/api/permission.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { AgentTerms } from './agent-key.ts';
import type { Audience } from './audience.ts';
import type { Member } from './member.ts';
import { STAGE_WORKSPACE_ID } from './stage.ts';

/** An API key: the credentials that a client exchanges for access tokens. Stores only the secret hash. */
export interface ApiKey {
  client_id: string;
  name: string; // Display name.
  secret_hash: string;
  secret_number: number; // Number of the current secret. An access token records the number it was issued for.
  retired_secrets: RetiredClientSecret[]; // Replaced secrets that are still accepted, newest first.
  workspace_id: string;
  user_id: string;
  permissions: Permission[];
  allowed_ips: string[];
  /**
   * Requests per hour, in addition to the rate limit of the workspace; null is unlimited. See
   * docs/reference/rate-limits.md.
   */
  hourly_limit: number | null;
  /** The terms of an agent key. Absent for every other key. */
  agent?: AgentTerms;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
  rerolled_at: string | null;
  /** The workspaces that a stage key may name; null for all. Absent for every other key. */
  workspaces?: string[] | null;
  /** The OAuth client that has a refresh token of it. Absent for a key that a person or program has created. */
  oauth_client?: string;
  is_counted_apart?: true; // Among the applications of its member only. Absent of those of an earlier version.
  /** The resource that its access tokens are for. Absent for the API and the MCP server. */
  audience?: Audience;
  /** The current refresh token. Absent before the first exchange or refresh. */
  refresh?: RefreshState;
  /** True when it was revoked because a code or a refresh token was used twice. */
  revoked_for_reuse?: true;
  version: number;
}

/** The current refresh token of an API key. */
export interface RefreshState {
  /** The hash of the secret that all its refresh tokens have. */
  secret_hash: string;
  /** The proof of a refresh token is an HMAC with this salt, so neither the table nor a client has a later one. */
  salt: string;
  /** How many refresh tokens came before, and when the last of them was used. */
  rotations: number;
  rotated_at_ms: number;
}

/** A replaced secret and the end of its overlap period. */
export type RetiredClientSecret = { secret_hash: string; number: number; expires_at: string };

/**
 * An access token, stored by its hash. Its permissions are the key's, or the requested `scope`. One that was issued to
 * a session has the id of the session as `client_id`, no secret number, and the permissions of the member.
 */
export interface AccessToken {
  hash: string;
  client_id: string;
  secret_number: number; // Number of the client secret it was issued for. The token expires with that secret.
  user_id: string; // The member who owns the API key.
  workspace_id: string;
  permissions: Permission[];
  /** The resource that it is for. Absent for the API and the MCP server. */
  audience?: Audience;
  expires_at_ms: number;
}

export const TOKEN_LIFETIME_SECONDS = 3600;

/** Input of a new API key. Omitted restrictions do not apply. */
export interface ApiKeyInput {
  name: string;
  permissions: readonly Permission[];
  allowed_ips?: string[] | undefined;
  hourly_limit?: number | null | undefined;
  expires_at?: string | null | undefined;
  agent?: AgentTerms | undefined;
  /** Of a stage key: the workspaces that it may name; null for all. */
  workspaces?: string[] | null | undefined;
}

/** Create an API key for a member of a workspace. Takes only the hash of the secret. */
export function newKey(
  input: ApiKeyInput,
  owner: { workspaceId: string; userId: string },
  generated: { clientId: string; secretHash: string },
  nowMs: number,
): ApiKey {
  return {
    client_id: generated.clientId,
    name: input.name,
    secret_hash: generated.secretHash,
    secret_number: 1,
    retired_secrets: [],
    workspace_id: owner.workspaceId,
    user_id: owner.userId,
    permissions: [...input.permissions],
    allowed_ips: input.allowed_ips ?? [],
    hourly_limit: input.hourly_limit ?? null,
    ...(input.agent ? { agent: input.agent } : {}),
    ...(input.workspaces === undefined ? {} : { workspaces: input.workspaces }),
    expires_at: input.expires_at ?? null,
    revoked_at: null,
    created_at: formatInstant(nowMs),
    rerolled_at: null,
    version: 0,
  };
}

/** Return true unless the key is revoked or expired. */
export function isKeyLive(key: ApiKey, nowMs: number): boolean {
  return key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > nowMs);
}

/** Return whether a key is one of the stage. */
export function isStageKey({ workspaces }: Pick<ApiKey, 'workspaces'>): boolean {
  return workspaces !== undefined;
}

/** Return whether a stage key may name a workspace. None may name the one of the stage keys. */
export function mayNameWorkspace({ workspaces }: Pick<ApiKey, 'workspaces'>, workspaceId: string): boolean {
  if (workspaceId === STAGE_WORKSPACE_ID) return false;
  return workspaces === null || workspaces?.includes(workspaceId) === true;
}

/** Return whether a key acts in a workspace: its own, or one that a stage key may name. */
export function actsIn(key: Pick<ApiKey, 'workspace_id' | 'workspaces'>, workspaceId: string): boolean {
  return key.workspace_id === workspaceId || mayNameWorkspace(key, workspaceId);
}

type Holder = Pick<Member, 'permissions'>;

/** Return the permissions of a key that the member who acts by it has too. */
export function keyPermissions(key: ApiKey, member: Holder): Permission[] {
  return key.permissions.filter((permission) => member.permissions.includes(permission));
}

/** Return the permissions of the token that its key and the owner of the key still have. */
export function effectivePermissions(token: AccessToken, key: ApiKey, member: Holder): Permission[] {
  const held = keyPermissions(key, member);
  return token.permissions.filter((permission) => held.includes(permission));
}
