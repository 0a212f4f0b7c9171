import { assertHoldsAll, isGrantable, type Permission } from '../../core/api/permission.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';
import { formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import { applicationKey, keyExpired, otherUsersKey } from '../problems.ts';
import { type AgentInput, agentExpiry, agentPermissions, agentTerms } from './agent-key.ts';
import { type ApiKey, type ApiKeyInput, isKeyLive } from './api-key.ts';
import { STAGE_USER_ID } from './stage.ts';

/** Maximum number of API keys per workspace, including expired ones, without those of applications and devices. */
export const MAX_KEYS_PER_WORKSPACE = 100;
/** Maximum number of keys that a member can give to applications and devices. It needs no permission. */
export const MAX_APPLICATIONS_PER_MEMBER = 20;
/** Resolution of the last use of a key, in milliseconds: five minutes. */
export const LAST_USED_RESOLUTION_MS = 5 * 60_000;

/**
 * Resolve the input for a new key. Permissions default to those of the caller. See docs/reference/api-keys.md and
 * team.md. Throws a 403 naming permissions the caller lacks, and a 422 for an expiry that is not in the future, and for
 * what no agent key can have.
 */
export function authorizeKeyInput(
  input: Omit<ApiKeyInput, 'permissions' | 'agent'> & {
    permissions?: readonly Permission[] | undefined;
    agent?: AgentInput | undefined;
  },
  grantor: readonly Permission[],
  nowMs: number,
): ApiKeyInput {
  const { agent } = input;
  const permissions = agent
    ? agentPermissions(input.permissions, grantor)
    : (input.permissions ?? grantor.filter(isGrantable));
  assertHoldsAll(grantor, permissions, 'You cannot grant permissions you do not have.');
  const expires_at = input.expires_at == null ? null : futureExpiry(input.expires_at, nowMs);
  if (!agent) return { ...input, agent: undefined, permissions, expires_at };
  return { ...input, agent: agentTerms(agent), permissions, expires_at: agentExpiry(expires_at, nowMs) };
}

/**
 * Throw a 403 if the key belongs to another member, who would lose it to the caller, or has permissions that the
 * caller lacks, and a 409 if it has expired or belongs to an OAuth client.
 */
export function assertRerollable(
  key: ApiKey,
  caller: { userId: string; clientId: string; permissions: readonly Permission[] },
  nowMs: number,
): void {
  // The keys that stage keys have created are of one user: such a key rolls itself only.
  const isOthers =
    caller.userId === STAGE_USER_ID && !isId('stageKey', caller.clientId) && key.client_id !== caller.clientId;
  if (key.user_id !== caller.userId || isOthers) {
    throw otherUsersKey('This API key belongs to another member. You can revoke it.');
  }
  if (key.oauth_client) {
    throw applicationKey('This API key belongs to an application or a device. You can revoke it.');
  }
  assertHoldsAll(caller.permissions, key.permissions, 'You cannot roll an API key with permissions you do not have.');
  if (!isKeyLive(key, nowMs)) {
    throw keyExpired(`The API key expired at ${key.expires_at}. Create a new one.`);
  }
}

/** Return whether a key is one of an OAuth client that this member has authorized. */
export function isOwnApplication({ oauth_client, user_id }: ApiKey, userId: string): boolean {
  return oauth_client !== undefined && user_id === userId;
}

/** Revoke a key. */
export function revokeKey(key: ApiKey, nowMs: number): ApiKey {
  return { ...key, revoked_at: formatInstant(nowMs) };
}

/** Return whether to record a use, given the last recorded one. */
export function shouldRecordUse(lastUsedAt: string | null, nowMs: number): boolean {
  return lastUsedAt === null || nowMs - Date.parse(lastUsedAt) >= LAST_USED_RESOLUTION_MS;
}

/** Return the time of an expiry. Throws 422 unless it is in the future. */
export function futureExpiry(text: string, nowMs: number): string {
  const timeMs = parseTimestampField('/expires_at', text);
  if (timeMs <= nowMs) throw fieldError('/expires_at', 'time_in_past', 'Must be in the future.');
  return formatInstant(timeMs);
}
