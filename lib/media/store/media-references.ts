import type { Write } from '../../core/table/commit.ts';
import type { Item } from '../../core/table/schema.ts';
import { unusedExpiry } from '../rules/media-asset.ts';
import { mediaKey } from './media-assets.ts';

/**
 * Build the writes that count the references of an item to files, which a change of it added and released. A file that is not
 * ready any more, or deleted, is a conflict: the change starts again and rejects it. A file that is released expires like
 * a new one.
 */
export function mediaReferenceWrites(
  workspaceId: string,
  { added, released }: { added: string[]; released: string[] },
): Write[] {
  const count = (id: string, by: 1 | -1, set: Item): Write => ({
    increment: mediaKey(workspaceId, id),
    by: { reference_count: by, version: 1 },
    set,
    ifEqual: { attribute: 'status', value: 'ready' },
  });
  const expires_at = unusedExpiry(Date.now());
  return [
    ...added.map((id) => count(id, 1, {})),
    ...released.map((id) => count(id, -1, { expires_at, due_sk: expires_at })),
  ];
}
