import type { Account } from '../domain/accounts/account.ts';
import type { PublishLimit } from '../domain/accounts/publish-limit.ts';
import type { PublishingState } from '../domain/content/publish-warnings.ts';
import type { Platform } from '../domain/platform.ts';
import { accountKey } from './accounts.ts';
import type { Write } from './commit.ts';
import { loadAll } from './read.ts';
import { keyOf, type PrimaryKey, toItem } from './schema.ts';

/** Build the write of a limit, which replaces an earlier one and expires when it ends. */
export function publishLimitWrite(limit: PublishLimit): Write {
  return { put: toItem('PublishLimit', limit, {}, Date.parse(limit.until)), condition: 'any' };
}

/** Load the accounts of a workspace on these platforms with their limits, in one request. */
export async function loadPublishingStates(
  workspaceId: string,
  platforms: readonly Platform[],
): Promise<Map<Platform, PublishingState>> {
  const keys = publishingStateKeys(workspaceId, platforms);
  const found = (await loadAll<object>(keys)) as (Account | PublishLimit | null)[];
  return new Map(
    platforms.map((platform, index) => [
      platform,
      { account: found[2 * index] as Account | null, limit: found[2 * index + 1] as PublishLimit | null },
    ]),
  );
}

/** Return the keys of the accounts of a workspace on these platforms, each with that of its limit. */
export function publishingStateKeys(workspaceId: string, platforms: readonly Platform[]): PrimaryKey[] {
  return platforms.flatMap((platform) => [
    accountKey(workspaceId, platform),
    keyOf('PublishLimit', { workspace_id: workspaceId, platform }),
  ]);
}
