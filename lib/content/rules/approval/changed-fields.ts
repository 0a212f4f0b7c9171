import { canonicalJson } from '../../../core/values/canonical-json.ts';
import type { Content } from '../content.ts';
import { APPROVED_FIELDS, type Approval, type ApprovedField } from '../content-approval.ts';
import { withMediaReferences } from '../media-references.ts';

/** Add the fields that an edit changes to those that were changed since the last decision about an item. */
export function withChangedFields(approval: Approval, before: Content, after: Content): Approval {
  const [old, current] = [withMediaReferences(before), withMediaReferences(after)];
  const known = approval.changed_fields ?? [];
  const isChanged = (field: ApprovedField) => canonicalJson(old[field]) !== canonicalJson(current[field]);
  return { ...approval, changed_fields: APPROVED_FIELDS.filter((field) => known.includes(field) || isChanged(field)) };
}
