import { pick } from '../../core/values/pick.ts';
import { isKeyLive } from '../rules/api-key.ts';
import { previousSecretEnd } from '../rules/api-key-secrets.ts';
import type { ApiKeyWithUsage } from '../store/api-keys.ts';

/** Build the API representation of a stage key, without its secrets. */
export function toStageKeyView({ key, lastUsedAt }: ApiKeyWithUsage, nowMs: number) {
  return {
    id: key.client_id,
    ...pick(key, 'client_id', 'name'),
    status: isKeyLive(key, nowMs) ? ('active' as const) : ('expired' as const),
    permissions: key.permissions,
    workspaces: key.workspaces ?? ('*' as const),
    ...pick(key, 'allowed_ips', 'expires_at'),
    last_used_at: lastUsedAt,
    ...pick(key, 'created_at', 'rerolled_at'),
    previous_secret_expires_at: previousSecretEnd(key, nowMs),
  };
}
