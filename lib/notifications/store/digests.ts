import { settleInParts, splitIntoParts } from '../../core/stream/batches.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { load, query } from '../../core/table/read.ts';
import { fromItem, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { notificationDigestEntity, unsentNotificationEntity } from '../entities/notifications.ts';
import type { NotificationDigest, UnsentNotification } from '../rules/digest.ts';

/** Longer than the messages of a digest can be in the queue and, until they are redriven, in the dead-letter queue. */
const RETENTION_MS = 21 * DAY_MS;
const MAX_DELETIONS = 100;
const CONCURRENCY = 5;

/** Load the oldest notifications of a workspace that no email has reported, at most `limit`. */
export async function loadUnsent(workspace_id: string, limit: number): Promise<UnsentNotification[]> {
  const pk = partition(unsentNotificationEntity, 'pk', { workspace_id });
  return (await query({ pk, limit })).map((item) => fromItem<UnsentNotification>(item));
}

/** Save a digest. Returns false when it exists already, with the notifications that were unsent then. */
export function saveDigest(digest: NotificationDigest, nowMs: number): Promise<boolean> {
  return tryCommit([{ put: toItem(notificationDigestEntity, digest, {}, nowMs + RETENTION_MS), condition: 'absent' }]);
}

/** Load a digest, or null. */
export function loadDigest(workspaceId: string, id: string): Promise<NotificationDigest | null> {
  return load<NotificationDigest>(keyOf(notificationDigestEntity, { workspace_id: workspaceId, id }));
}

/** Delete the records that the notifications of a digest are unsent. */
export async function removeUnsent({ workspace_id, notifications }: NotificationDigest): Promise<void> {
  const ids = Object.values(notifications).flat();
  await settleInParts(splitIntoParts(ids, MAX_DELETIONS), CONCURRENCY, (part) =>
    commit(part.map((id) => ({ delete: keyOf(unsentNotificationEntity, { workspace_id, id }), condition: 'any' }))),
  );
}
