import type { Write } from '../../core/table/commit.ts';
import { loadPartition } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { contentVersionEntity } from '../entities/contents.ts';
import { type ContentVersion, slotsOf, VERSION_RETENTION_DAYS } from '../rules/approval/content-version.ts';
import type { Content } from '../rules/content.ts';

/** Load the submissions of an item that are kept, in no order. */
export function loadContentVersions(workspaceId: string, contentId: string): Promise<ContentVersion[]> {
  return loadPartition<ContentVersion>(
    partition(contentVersionEntity, 'pk', { workspace_id: workspaceId, content_id: contentId }),
  );
}

/** Build the write of a submission, which replaces the oldest one. It expires after 400 days. */
export function contentVersionWrite(version: ContentVersion): Write {
  const expiresAtMs = Date.parse(version.submitted_at) + VERSION_RETENTION_DAYS * DAY_MS;
  // The write of the item, in the same transaction, decides which of two submissions is first.
  return { put: toItem(contentVersionEntity, version, {}, expiresAtMs), condition: 'any' };
}

/** Build the writes that delete the submissions of an item. */
export function deleteVersionWrites(content: Content): Write[] {
  const { workspace_id, id: content_id } = content;
  return slotsOf(content).map((slot) => {
    return { delete: keyOf(contentVersionEntity, { workspace_id, content_id, slot }), condition: 'any' };
  });
}
