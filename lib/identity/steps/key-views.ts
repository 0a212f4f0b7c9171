import { toKeyView } from '../rules/api-key-policy.ts';
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
