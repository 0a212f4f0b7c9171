import { pick } from '../../core/values/pick.ts';
import { isKeyLive } from '../rules/api-key.ts';
import { previousSecretEnd } from '../rules/api-key-secrets.ts';
import type { ApiKeyWithUsage } from '../store/api-keys.ts';

/** Build what the representations of an API key and of a stage key have in common, without secrets. */
export function toCredentialView({ key, lastUsedAt }: ApiKeyWithUsage, nowMs: number) {
  return {
    id: key.client_id,
    ...pick(key, 'client_id', 'name', 'permissions', 'allowed_ips', 'expires_at', 'created_at', 'rerolled_at'),
    status: isKeyLive(key, nowMs) ? ('active' as const) : ('expired' as const),
    last_used_at: lastUsedAt,
    previous_secret_expires_at: previousSecretEnd(key, nowMs),
  };
}
