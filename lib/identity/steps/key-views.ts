import { pick } from '../../core/values/pick.ts';
import type { AgentUsedToday } from '../rules/agent-key.ts';
import { type ApiKey, isKeyLive } from '../rules/api-key.ts';
import { previousSecretEnd } from '../rules/api-key-secrets.ts';
import { clientHost } from '../rules/oauth/oauth-client.ts';
import { isRegistered, publicClientName } from '../rules/oauth/public-client.ts';
import { loadAgentUsage } from '../store/agent-usage.ts';
import type { ApiKeyWithUsage } from '../store/api-keys.ts';

type KeyView = ReturnType<typeof toKeyView>;

/** Build the API representation of a key, with what an agent key has used today (UTC). */
export async function loadKeyView(record: ApiKeyWithUsage, nowMs: number): Promise<KeyView> {
  const [view] = await loadKeyViews([record], nowMs);
  return view!;
}

/** Build the API representations of keys. As `loadKeyView`. */
export async function loadKeyViews(records: ApiKeyWithUsage[], nowMs: number): Promise<KeyView[]> {
  const agents = records.map(({ key }) => key).filter(({ agent }) => agent);
  const used = await loadAgentUsage(agents, nowMs);
  return records.map(({ key, lastUsedAt }) => toKeyView(key, lastUsedAt, nowMs, used[agents.indexOf(key)]));
}

const NOTHING_USED: AgentUsedToday = { requests: 0, drafts: 0, submissions: 0, media_bytes: 0, platform_micro_usd: 0 };

/** Build the API representation of a key, without its secrets. `used`: what an agent key has used today (UTC). */
export function toKeyView(key: ApiKey, lastUsedAt: string | null, nowMs: number, used?: AgentUsedToday) {
  return {
    id: key.client_id,
    ...pick(key, 'client_id', 'name', 'user_id'),
    status: isKeyLive(key, nowMs) ? ('active' as const) : ('expired' as const),
    ...pick(key, 'permissions', 'allowed_ips', 'hourly_limit', 'expires_at'),
    oauth_client: key.oauth_client === undefined ? null : clientView(key.oauth_client, key.name),
    agent: key.agent ? { ...key.agent, used_today: used ?? NOTHING_USED } : null,
    last_used_at: lastUsedAt,
    ...pick(key, 'created_at', 'rerolled_at'),
    previous_secret_expires_at: previousSecretEnd(key, nowMs),
  };
}

function clientView(id: string, name: string) {
  return { id, name: isRegistered(id) ? publicClientName(id) : name, host: clientHost(id) };
}
