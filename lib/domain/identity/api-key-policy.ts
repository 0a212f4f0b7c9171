import { ApiError, validationError } from '../api-error.ts';
import { formatInstant, parseTimestampField } from '../timestamps.ts';
import { type ApiKey, type ApiKeyInput, isKeyLive } from './api-key.ts';
import { previousSecretEnd } from './api-key-secrets.ts';
import { assertHoldsAll, type Permission } from './permission.ts';

/** Keys a workspace has at most, those that have expired and were not deleted among them. */
export const MAX_KEYS_PER_WORKSPACE = 100;

/** How exactly it is known when a key was last used. Milliseconds: five minutes. */
export const LAST_USED_RESOLUTION_MS = 5 * 60_000;

/**
 * What a new key is given: what was asked for, and the permissions of its maker where none were. 403 naming
 * those that the maker lacks, 422 for an expiry that is not ahead. Contract, sections 1 and 2.
 */
export function authorizeKeyInput(
  asked: Omit<ApiKeyInput, 'permissions'> & { permissions?: readonly Permission[] | undefined },
  maker: readonly Permission[],
  nowMs: number,
): ApiKeyInput {
  const permissions = asked.permissions ?? maker;
  assertHoldsAll(maker, permissions, 'You cannot grant permissions you do not hold.');
  const expires_at = asked.expires_at == null ? null : expiry(asked.expires_at, nowMs);
  return { ...asked, permissions, expires_at };
}

/**
 * Refuses to give the caller another key's secret: 403 when it may do what the caller may not, 409 when it
 * has expired, because its secret would open nothing.
 */
export function assertRerollable(key: ApiKey, caller: readonly Permission[], nowMs: number): void {
  assertHoldsAll(caller, key.permissions, 'You cannot reroll an API key with permissions you do not hold.');
  if (!isKeyLive(key, nowMs)) {
    throw new ApiError('key_expired', `The API key expired at ${key.expires_at}. Create a new one.`);
  }
}

/** The key as it is once it opens nothing any more. */
export function revokeKey(key: ApiKey, nowMs: number): ApiKey {
  return { ...key, revoked_at: formatInstant(nowMs) };
}

/** Whether a use is to be written down, when the one before is known to be of `lastUsedAt`. */
export function shouldRecordUse(lastUsedAt: string | null, nowMs: number): boolean {
  return lastUsedAt === null || nowMs - Date.parse(lastUsedAt) >= LAST_USED_RESOLUTION_MS;
}

/** A key as the API shows it: nothing of its secrets but when the last one of before ends. */
export function toKeyView(key: ApiKey, lastUsedAt: string | null, nowMs: number) {
  return {
    id: key.client_id,
    client_id: key.client_id,
    name: key.name,
    user_id: key.user_id,
    status: isKeyLive(key, nowMs) ? ('active' as const) : ('expired' as const),
    permissions: key.permissions,
    allowed_ips: key.allowed_ips,
    hourly_limit: key.hourly_limit,
    expires_at: key.expires_at,
    last_used_at: lastUsedAt,
    created_at: key.created_at,
    rerolled_at: key.rerolled_at,
    previous_secret_expires_at: previousSecretEnd(key, nowMs),
  };
}

function expiry(text: string, nowMs: number): string {
  const timeMs = parseTimestampField('/expires_at', text);
  if (timeMs <= nowMs) {
    const detail = 'Must be in the future.';
    throw validationError([{ pointer: '/expires_at', code: 'time_in_past', detail }]);
  }
  return formatInstant(timeMs);
}
