import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Approval } from './approval.ts';
import type { Content } from './content.ts';
import { withMediaReferences } from './media-references.ts';

/** The fields that an edit can change and that an approval covers. */
// biome-ignore format: one list.
export const APPROVED_FIELDS = [
  'title', 'description', 'platforms', 'accounts', 'media', 'thread', 'first_comment', 'platform_options',
] as const;
export type ApprovedField = (typeof APPROVED_FIELDS)[number];

/** Add the fields that an edit changes to those that were changed since the last decision about an item. */
export function withChangedFields(approval: Approval, before: Content, after: Content): Approval {
  const [old, current] = [withMediaReferences(before), withMediaReferences(after)];
  const known = approval.changed_fields ?? [];
  const isChanged = (field: ApprovedField) => canonicalJson(old[field]) !== canonicalJson(current[field]);
  return { ...approval, changed_fields: APPROVED_FIELDS.filter((field) => known.includes(field) || isChanged(field)) };
}
