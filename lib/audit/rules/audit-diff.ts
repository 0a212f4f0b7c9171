import type { Content, Target } from '../../content/rules/content.ts';
import type { AuditMode } from '../../core/table/audit-modes.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { auditedFields } from './audit-fields.ts';
import type { FieldChange, Hash } from './audit-log.ts';
import type { AuditedKind } from './resource-types.ts';

type Values = Record<string, unknown>;

/**
 * Return the audited changes of a record (null before creation, after deletion), or null if nothing is to be logged.
 * `isRequested` is true for a change made by a request and false for an automatic one.
 */
export function fieldChanges(
  kind: AuditedKind,
  before: object | null,
  after: object | null,
  isRequested: boolean,
  hash: Hash,
): FieldChange[] | null {
  const fields = auditedFields(kind, isRequested);
  const [was, is] = [valuesOf(kind, before), valuesOf(kind, after)];
  const changes = fields.flatMap(([field, mode]) => {
    const values = (record: Values) => (field === 'targets' ? byPlatform(record) : { [field]: record[field] });
    const [from, to] = [values(was), values(is)];
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) => {
      const change = { field: name, before: from[name] ?? null, after: to[name] ?? null };
      if (canonicalJson(change.before) === canonicalJson(change.after)) return [];
      return redactChange(change, mode, hash);
    });
  });
  const isUpdate = before !== null && after !== null;
  const isLogged = isUpdate ? changes.length > 0 : fields.length > 0;
  return isLogged ? changes : null;
}

const HIDDEN = '[hidden]';

/** Hide all values of changes: the log must not keep what an erasure removes. */
export function hideValues(changes: FieldChange[]): FieldChange[] {
  const show = (value: unknown) => (value === null ? null : HIDDEN);
  return changes.map(({ field, before, after }) => ({ field, before: show(before), after: show(after) }));
}

function redactChange(change: FieldChange, mode: AuditMode, hash: Hash): FieldChange[] {
  // An empty list in a new record is the same as none.
  if (change.before === null && isEmpty(change.after)) return [];
  const show = (value: unknown) => {
    if (mode === 'redacted') return value === null || isEmpty(value) ? null : HIDDEN;
    return truncateText(mode === 'redacted_urls' ? redactUrls(value) : value, hash);
  };
  return [{ field: change.field, before: show(change.before), after: show(change.after) }];
}

/** Hide query and fragment of a URL, or of each field `url` within. The entry still shows that they changed. */
function redactUrls(value: unknown): unknown {
  return typeof value === 'string' ? redactUrl(value) : redactUrlsWithin(value);
}

function redactUrl(url: string): string {
  return url.replace(/[?#].*$/s, `?${HIDDEN}`);
}

function redactUrlsWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactUrlsWithin);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'url' && typeof inner === 'string' ? redactUrl(inner) : redactUrlsWithin(inner),
  ]);
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

// Publishing may claim and requeue an item many times. Only the outcome is logged.
const TRANSIENT_STATUS: Record<string, string> = { publishing: 'scheduled' };
const TARGET_TRANSIENT_STATUS: Record<string, string> = { publishing: 'pending' };

function valuesOf(kind: AuditedKind, record: object | null): Values {
  const values = { ...record } as Values;
  if (kind !== 'Content' || !record) return values;
  values.status = TRANSIENT_STATUS[String(values.status)] ?? values.status;
  values.scheduled_local = asGiven(values.scheduled_local as Content['scheduled_local']);
  values.approval = auditedApproval(values as Pick<Content, 'approval'>);
  return values;
}

/** Return a local time without what was computed from it. */
function asGiven(local: Content['scheduled_local']): Values | null {
  return local ? { local: local.local, time_zone: local.time_zone } : null;
}

/** Return an approval without the name of an external reviewer, whose link the actor names, and what an earlier entry has. */
function auditedApproval({ approval }: Pick<Content, 'approval'>): Values | null {
  if (!approval) return null;
  const { decided_by_name: _, decision: __, reviewed: ___, ...logged } = approval;
  return logged;
}

function byPlatform({ targets = {} }: { targets?: Content['targets'] }): Values {
  return Object.fromEntries(
    Object.keys(targets)
      .sort()
      .map((key) => [`targets.${key}`, auditedTarget(targets[key]!)]),
  );
}

/** Return the audited fields of a target, without null values to keep entries small. */
function auditedTarget({
  status,
  schedule_id,
  scheduled_at,
  scheduled_local,
  platform_post_id,
  url,
  error,
  parts = [],
}: Target): Values {
  return {
    status: TARGET_TRANSIENT_STATUS[status] ?? status,
    schedule_id,
    scheduled_at,
    ...(scheduled_local ? { scheduled_local: asGiven(scheduled_local) } : {}),
    ...(platform_post_id === null || status === 'publishing' ? {} : { platform_post_id }),
    ...(url === null || status === 'publishing' ? {} : { url }),
    ...(error ? { error_code: error.code } : {}),
    // Of a thread that is complete or interrupted, how many parts are live.
    ...(parts.length > 0 && status !== 'publishing' ? { published_parts: parts.length } : {}),
  };
}

const MAX_TEXT_LENGTH = 500;
const BEGINNING = 100;

/** Replace a long text by its beginning, length and SHA-256, to keep entries small. */
function truncateText(value: unknown, hash: Hash): unknown {
  if (Array.isArray(value)) return value.map((each) => truncateText(each, hash));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, truncateText(inner, hash)]));
  }
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value;
  // By code points, because the table does not preserve unpaired surrogates.
  const characters = [...value];
  return { beginning: characters.slice(0, BEGINNING).join(''), characters: characters.length, sha256: hash(value) };
}
