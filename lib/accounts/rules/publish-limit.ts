import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Account, DefaultAccounts } from './account.ts';

/** A limit of posts or requests that an account has reached on its platform. */
export interface PublishLimit {
  workspace_id: string;
  account_id: string;
  platform: Platform;
  until: string;
}

/**
 * Build the limit that an account has reached. It ends when the platform states, at most in a day, because no platform
 * counts for longer; otherwise at the next attempt. Null when neither is known.
 */
export function publishLimit(
  { workspace_id, platform, id }: Account,
  retryAfterSeconds: number | null,
  nextAttemptAt: string | null,
  nowMs: number,
): PublishLimit | null {
  const until =
    retryAfterSeconds === null ? nextAttemptAt : formatInstant(nowMs + Math.min(retryAfterSeconds * 1000, DAY_MS));
  return until === null ? null : { workspace_id, platform, account_id: id, until };
}

/** An account, and the limit that was reached there last. Null where there is none. */
export interface PublishingState {
  account: Account | null;
  limit: PublishLimit | null;
}

/** The settings and default accounts of a workspace, and what is known of accounts, by their ids. */
export interface PublishingStates {
  settings: WorkspaceSettings;
  defaults: DefaultAccounts;
  accounts: ReadonlyMap<string, PublishingState>;
}
