import { canonicalJson } from '../canonical-json.ts';
import type { Content, Target } from '../content/content.ts';
import { type AuditedKind, auditedFields } from './audit-fields.ts';
import type { FieldChange, Hash } from './audit-log.ts';

type Values = Record<string, unknown>;

/**
 * What a change of a record tells, or null when it is not news. `before` and `after` are null where there was
 * none; `isAsked`: somebody asked for it, and the service did not do it by itself.
 */
export function fieldChanges(
  kind: AuditedKind,
  before: object | null,
  after: object | null,
  isAsked: boolean,
  hash: Hash,
): FieldChange[] | null {
  const told = auditedFields(kind, isAsked);
  const [was, is] = [valuesOf(kind, before), valuesOf(kind, after)];
  const changes = told.flatMap(([field, telling]) => {
    const values = (record: Values) =>
      field === 'targets' ? byPlatform(record) : { [field]: record[field] };
    const [from, to] = [values(was), values(is)];
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) => {
      const change = { field: name, before: from[name] ?? null, after: to[name] ?? null };
      if (canonicalJson(change.before) === canonicalJson(change.after)) return [];
      return redactChange(change, telling === 'redacted', hash);
    });
  });
  const isThere = before !== null && after !== null;
  const isNews = isThere ? changes.length > 0 : told.length > 0;
  return isNews ? changes : null;
}

const HIDDEN = '[hidden]';

function redactChange(change: FieldChange, isHidden: boolean, hash: Hash): FieldChange[] {
  // What is made with an empty list is made without one.
  if (change.before === null && isEmpty(change.after)) return [];
  const show = (value: unknown) => {
    if (!isHidden) return truncateText(value, hash);
    return value === null || isEmpty(value) ? null : HIDDEN;
  };
  return [{ field: change.field, before: show(change.before), after: show(change.after) }];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

// An item is claimed and put back while it is published, perhaps many times. What is told is what came of it.
const TRANSIENT_STATUS: Record<string, string> = { publishing: 'scheduled' };
const TARGET_TRANSIENT_STATUS: Record<string, string> = { publishing: 'pending' };

function valuesOf(kind: AuditedKind, record: object | null): Values {
  const values = { ...record } as Values;
  if (kind === 'Content' && record) values.status = TRANSIENT_STATUS[String(values.status)] ?? values.status;
  return values;
}

function byPlatform({ targets = {} }: { targets?: Content['targets'] }): Values {
  return Object.fromEntries(
    Object.entries(targets).map(([platform, target]) => [`targets.${platform}`, auditedTarget(target)]),
  );
}

/** Of a target what is set: it is told of for every post, so it is kept short. */
function auditedTarget({ status, schedule_id, scheduled_at, platform_post_id, url, error }: Target): Values {
  return {
    status: TARGET_TRANSIENT_STATUS[status] ?? status,
    schedule_id,
    scheduled_at,
    ...(platform_post_id === null ? {} : { platform_post_id }),
    ...(url === null ? {} : { url }),
    ...(error ? { error_code: error.code } : {}),
  };
}

const MAX_TEXT_LENGTH = 500;
const BEGINNING = 100;

/** A long text is told by its beginning, its length in characters and its SHA-256: entries stay small. */
function truncateText(value: unknown, hash: Hash): unknown {
  if (Array.isArray(value)) return value.map((each) => truncateText(each, hash));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, truncateText(inner, hash)]),
    );
  }
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value;
  // By characters: half of a pair would come back from the table as something else.
  const characters = [...value];
  return {
    beginning: characters.slice(0, BEGINNING).join(''),
    characters: characters.length,
    sha256: hash(value),
  };
}
