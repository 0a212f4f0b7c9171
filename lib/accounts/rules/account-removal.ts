import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Account } from './account.ts';
import type { FormerDefault } from './former-defaults.ts';

/** The cancellation of the pending entries of a deleted account, in steps. `cursor` is the last entry it has reached. */
export interface AccountRemoval {
  workspace_id: string;
  account_id: string;
  platform: Platform;
  /** Of the id of the account on its platform. Absent in removals of earlier versions. */
  external_id_hash?: string;
  former_defaults?: FormerDefault[]; // Of the platform, whose last account it was. Absent for any other account.
  status: 'running' | 'finished';
  cursor: string | null;
  due_at: string | null; // When the next step is overdue; null once it is finished.
  created_at: string;
  version: number;
}

/** Create the removal of an account, before its first step. */
export function newAccountRemoval(
  account: Account,
  known: Pick<AccountRemoval, 'external_id_hash' | 'former_defaults'>,
  nowMs: number,
): AccountRemoval {
  const { workspace_id, id: account_id, platform } = account;
  const created_at = formatInstant(nowMs);
  const step = { status: 'running', cursor: null, due_at: reprocessAt(created_at, nowMs) } as const;
  return { workspace_id, account_id, platform, ...known, ...step, created_at, version: 0 };
}

/** Record a step of a removal. `cursor` is the last entry it has reached, or null after the last step. */
export function recordRemovalStep(removal: AccountRemoval, cursor: string | null, nowMs: number): AccountRemoval {
  if (cursor === null) return { ...removal, status: 'finished', cursor, due_at: null };
  return { ...removal, cursor, due_at: reprocessAt(formatInstant(nowMs), nowMs) };
}
