import type { Write } from '../../core/table/commit.ts';
import { mediaReferenceWrites } from '../../media/store/media-references.ts';
import type { ContentState } from '../rules/content.ts';
import { changedReferences } from '../rules/media-references.ts';
import { contentTargetWrites } from './content-listing.ts';
import { deleteVersionWrites } from './content-versions.ts';
import { contentKey, entryWrites } from './contents.ts';

/** Build the writes that delete an item whose pending entries are cancelled. */
export function deleteContentWrites(before: ContentState, after: ContentState): Write[] {
  const { workspace_id, id, version } = before.content;
  return [
    { delete: contentKey(workspace_id, id), condition: { version } },
    ...contentTargetWrites(before.content, null),
    ...deleteVersionWrites(before.content),
    ...mediaReferenceWrites(workspace_id, changedReferences(before.content, null)),
    ...entryWrites(before, after),
  ];
}
