import type { Increment } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { counterIncrement } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { LimitReachedError } from '../rules/limit-reached.ts';
import type { StoredLimit } from '../rules/workspace-limits.ts';

/** What is counted of a limit in a day or a month (UTC); the `period` is part of its name in the table. */
export interface LimitCount {
  limit: StoredLimit;
  period: string;
  amount: number;
}

/** More than a month, so that no counter expires in its period, and events of it can still be derived. */
export const LIMIT_RETENTION_MS = 62 * DAY_MS;

/**
 * Build the write that takes an amount of a limit in its period, or gives it back (negative). In the transaction of what it
 * counts, so that no more than the limit is taken. Fails with `LimitReachedError`, which is thrown for more than the whole limit.
 * Not enforced, it counts what has happened already.
 */
export function limitCountWrite(
  workspaceId: string,
  { limit, period, amount }: LimitCount,
  maximum: number | null,
  nowMs: number,
  { isEnforced = true } = {},
): Increment {
  const increment = counterOf(workspaceId, { limit, period }, { used: amount }, nowMs);
  if (amount < 0 || maximum === null) return increment;
  if (!isEnforced) return { ...increment, set: { ...increment.set, limit: maximum } };
  if (amount > maximum) throw new LimitReachedError(limit, period, maximum);
  return {
    ...increment,
    set: { ...increment.set, limit: maximum },
    ifBelow: { attribute: 'used', limit: maximum - amount + 1 },
    onConflict: () => new LimitReachedError(limit, period, maximum),
  };
}

/** Build the write that records that a limit, of `maximum`, did not allow something in its period. */
export function limitReachedWrite(
  workspaceId: string,
  { limit, period, maximum }: Omit<LimitCount, 'amount'> & { maximum: number },
  nowMs: number,
): Increment {
  const increment = counterOf(workspaceId, { limit, period }, { rejected: 1 }, nowMs);
  return { ...increment, set: { ...increment.set, limit: maximum } };
}

/** Load how much of a limit is used in its period. */
export async function loadLimitUse(
  workspace_id: string,
  { limit, period }: Omit<LimitCount, 'amount'>,
): Promise<number> {
  const key = keyOf(counterEntity, { workspace_id, name: nameOf({ limit, period }) });
  return (await load<{ used?: number }>(key))?.used ?? 0;
}

function nameOf({ limit, period }: Omit<LimitCount, 'amount'>): string {
  return `${limit}.${period}`;
}

function counterOf(
  workspace_id: string,
  { limit, period }: Omit<LimitCount, 'amount'>,
  by: Record<string, number>,
  nowMs: number,
): Increment {
  const increment = counterIncrement(workspace_id, nameOf({ limit, period }), by);
  const expires_at_seconds = Math.ceil((nowMs + LIMIT_RETENTION_MS) / 1000);
  return { ...increment, set: { ...increment.set, workspace_id, limit_name: limit, period, expires_at_seconds } };
}
