import { canonicalJson } from '../../core/values/canonical-json.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { renameMention } from '../../templates/rules/template-text.ts';
import { assertSmall, type Recurrence } from '../rules/recurrence.ts';

/** The fields with texts, also inside of them. */
const TEXT_FIELDS = [
  'title',
  'description',
  'variations',
  'media',
  'thread',
  'first_comment',
  'platform_options',
] as const;

/** The fields inside of them whose strings are no texts. */
const URL_FIELDS = ['url', 'link'];

/**
 * Give a saved mention in the texts of a recurrence another name. Returns the recurrence itself when no text has it, and
 * throws 422 for texts that become too long to be stored.
 */
export function withMentionRenamed(recurrence: Recurrence, from: string, to: string, nowMs: number): Recurrence {
  const before = pick(recurrence, ...TEXT_FIELDS);
  const after: typeof before = JSON.parse(JSON.stringify(before), (field, value) =>
    typeof value === 'string' && !URL_FIELDS.includes(field) ? renameMention(value, from, to) : value,
  );
  if (canonicalJson(after) === canonicalJson(before)) return recurrence;
  const renamed = { ...recurrence, ...after, updated_at: formatInstant(nowMs) };
  assertSmall(renamed);
  return renamed;
}
