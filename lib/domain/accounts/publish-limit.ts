import type { Platform } from '../platform.ts';
import { DAY_MS, formatInstant } from '../timestamps.ts';
import type { Account } from './account.ts';

/** A limit of posts or requests that an account has reached on its platform. */
export interface PublishLimit {
  workspace_id: string;
  platform: Platform;
  account_id: string;
  until: string; // When the platform accepts posts again, or when the service tries again if the platform does not say.
}

/** Build the limit that an account has reached. No platform counts for longer than a day. */
export function publishLimit(
  { workspace_id, platform, id }: Account,
  waitSeconds: number,
  nowMs: number,
): PublishLimit {
  const until = formatInstant(nowMs + Math.min(waitSeconds * 1000, DAY_MS));
  return { workspace_id, platform, account_id: id, until };
}
