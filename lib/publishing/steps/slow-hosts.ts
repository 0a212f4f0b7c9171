import { commit } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { slowHostEntity } from '../entities/hosts.ts';
import { SLOW_ATTEMPTS, SLOW_HOST_MS } from '../rules/attempt-hosts.ts';

/**
 * The slow attempts of a workspace with a host that it has chosen. Per workspace: what one does with a host says nothing
 * about the requests of another one.
 */
interface SlowHost {
  workspace_id: string;
  host: string;
  attempts: number;
  expires_at_ms: number;
}

/** Load how many slow attempts in a row a workspace has had with each of these hosts. */
export async function loadSlowAttempts(workspaceId: string, hosts: string[], nowMs: number): Promise<number[]> {
  if (hosts.length === 0) return [];
  const found = await loadAll<SlowHost>(
    hosts.map((host) => keyOf(slowHostEntity, { workspace_id: workspaceId, host })),
  );
  return found.map((record) => (record !== null && record.expires_at_ms > nowMs ? record.attempts : 0));
}

/** Record the end of an attempt with a host that has had `before` slow ones: another one, or a fast one, which ends them. */
export async function recordAttempt(
  { workspaceId, host, before }: { workspaceId: string; host: string; before: number },
  isSlow: boolean,
  nowMs: number,
): Promise<void> {
  const key = { workspace_id: workspaceId, host };
  if (!isSlow) {
    if (before > 0) await commit([{ delete: keyOf(slowHostEntity, key), condition: 'any' }]);
    return;
  }
  // Attempts that end at the same time may count as one.
  const attempts = Math.min(before + 1, SLOW_ATTEMPTS);
  const record: SlowHost = { ...key, attempts, expires_at_ms: nowMs + SLOW_HOST_MS };
  await commit([{ put: toItem(slowHostEntity, record, {}, record.expires_at_ms), condition: 'any' }]);
}
