import { pick } from '../../core/values/pick.ts';
import type { AgentUsedToday } from '../rules/agent-key.ts';
import type { ApiKey } from '../rules/api-key.ts';
import { clientHost } from '../rules/oauth/oauth-client.ts';
import { isRegistered, publicClientName } from '../rules/oauth/public-client.ts';
import { loadAgentUsage } from '../store/agent-usage.ts';
import type { ApiKeyWithUsage } from '../store/api-keys.ts';
import { toCredentialView } from './credential-view.ts';

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
    ...toCredentialView({ key, lastUsedAt }, nowMs),
    ...pick(key, 'user_id', 'hourly_limit'),
    oauth_client: key.oauth_client === undefined ? null : clientView(key.oauth_client, key.name),
    agent: key.agent ? { ...key.agent, used_today: used ?? NOTHING_USED } : null,
  };
}

function clientView(id: string, name: string) {
  return { id, name: isRegistered(id) ? publicClientName(id) : name, host: clientHost(id) };
}
