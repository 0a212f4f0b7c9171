import { newLabelWrites } from '../../lib/content/store/labels.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';

/** Build labels with these ids, that no item has. */
export function sampleLabelWrites(workspace_id: string, created_by: string, ids: string[], nowMs: number): Write[] {
  const fields = { workspace_id, kind: 'label', created_by, created_at: formatInstant(nowMs), version: 0 } as const;
  return newLabelWrites(ids.map((id, index) => ({ id, name: `Sample label ${index}`, ...fields })));
}
