import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Approval } from './approval.ts';
import { type Content, toMediaReference, toOptionsView, toThreadView } from './content.ts';

/** The fields that an edit can change and that an approval covers. */
// biome-ignore format: one list.
export const APPROVED_FIELDS = [
  'title', 'description', 'platforms', 'accounts', 'media', 'thread', 'first_comment', 'platform_options',
] as const;
export type ApprovedField = (typeof APPROVED_FIELDS)[number];

/** Add the fields that an edit changes to those that were changed since the last decision about an item. */
export function withChangedFields(approval: Approval, before: Content, after: Content): Approval {
  const [old, current] = [viewOf(before), viewOf(after)];
  const known = approval.changed_fields ?? [];
  const isChanged = (field: ApprovedField) => canonicalJson(old[field]) !== canonicalJson(current[field]);
  return { ...approval, changed_fields: APPROVED_FIELDS.filter((field) => known.includes(field) || isChanged(field)) };
}

// A file of the media library does not change, so its id stands for it.
function viewOf(content: Content): Record<ApprovedField, unknown> {
  const { title, description, platforms, accounts, media, thread, first_comment, platform_options } = content;
  return {
    ...{ title, description, platforms, accounts, first_comment },
    media: media.map(toMediaReference),
    thread: toThreadView(thread),
    platform_options: toOptionsView(platform_options),
  };
}
