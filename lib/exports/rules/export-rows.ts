import { stringify } from 'csv-stringify/sync';
import { METRIC_NAMES } from '../../analytics/rules/metrics.ts';
import type { PostMetrics } from '../../analytics/rules/post-metrics.ts';
import type { Content } from '../../content/rules/content.ts';
import { targetsInOrder } from '../../content/rules/content-targets.ts';
import { toContentView } from '../../content/rules/view/content-view.ts';
import { GUARDED_CSV, jsonCell } from '../../core/values/formula-guard.ts';
import { pick } from '../../core/values/pick.ts';
import type { ExportFormat, ExportKind } from './export.ts';

/** One row of a file: a JSON line, and the values of a CSV row by their columns. */
export type ExportRow = { json: unknown; columns: Record<string, unknown> };

/** An entry of the audit log as the API returns it, as far as a row has it. */
export type AuditRow = {
  actor: { type: string; user_id: string | null; client_id: string | null };
  resource: { type: string; id: string };
  changes: unknown;
} & Record<'id' | 'number' | 'at' | 'recorded_at' | 'action' | 'operation' | 'source_ip', unknown>;

// biome-ignore format: one line per kind keeps the table readable.
const COLUMNS: Record<ExportKind, readonly string[]> = {
  content: ['id', 'title', 'text', 'status', 'platforms', 'accounts', 'scheduled_at', 'scheduled_local', 'time_zone', 'queue', 'labels', 'campaign', 'metadata', 'media', 'first_comment', 'thread', 'platform_options', 'targets', 'recurrence', 'published_at', 'urls', 'created_by', 'created_at', 'updated_at'],
  metrics: ['id', 'content_id', 'platform', 'account_id', 'platform_post_id', 'published_at', 'measured_at', ...METRIC_NAMES],
  audit: ['number', 'id', 'at', 'recorded_at', 'action', 'resource_type', 'resource_id', 'operation', 'actor_type', 'user_id', 'client_id', 'source_ip', 'changes'],
};

/** What an import needs of a target. */
const TARGET_FIELDS = ['platform', 'account_id', 'status', 'scheduled_at'] as const;

/** Return the row of a content item, with the names of its labels and its campaign. */
export function contentRow(content: Content, names: Pick<Content, 'labels' | 'campaign'>): ExportRow {
  const targets = targetsInOrder(content);
  const view = { ...toContentView(content), ...names };
  const { id, title, description, status, platforms, scheduled_at, scheduled_local, queue, first_comment } = content;
  const { created_by, created_at, updated_at } = content;
  return {
    json: view,
    columns: {
      ...{ id, title, text: description, status, scheduled_at, first_comment, created_by, created_at, updated_at },
      platforms: platforms.join(' '),
      accounts: content.accounts.map((account) => account.id).join(' '),
      ...{ scheduled_local: scheduled_local?.local, time_zone: scheduled_local?.time_zone, queue: queue?.id },
      campaign: names.campaign,
      ...jsonColumns(view, 'labels', 'metadata', 'media', 'thread', 'platform_options', 'recurrence'),
      ...jsonColumns({ targets: targets.map((target) => pick(target, ...TARGET_FIELDS)) }, 'targets'),
      published_at: targets.map(({ published_at }) => published_at).find((time) => time !== null),
      urls: targets.flatMap(({ url }) => url ?? []).join(' '),
    },
  };
}

/** Return fields that are lists or objects as JSON. Names of labels can have any separator. Empty ones are empty cells. */
function jsonColumns(view: Record<string, unknown>, ...names: string[]): Record<string, string | null> {
  const toCell = (value: unknown) => (Object.keys(value ?? {}).length === 0 ? null : jsonCell(value));
  return Object.fromEntries(names.map((name) => [name, toCell(view[name])]));
}

/** Return the row of the metrics of a post. */
export function metricsRow(metrics: PostMetrics): ExportRow {
  const { id, content_id, platform, account_id, platform_post_id, published_at, measured_at, totals } = metrics;
  const columns = { id, content_id, platform, account_id, platform_post_id, published_at, measured_at, ...totals };
  return { json: columns, columns };
}

/** Return the row of an entry of the audit log. */
export function auditRow(entry: AuditRow): ExportRow {
  const { actor, resource, changes, ...rest } = entry;
  return {
    json: entry,
    columns: {
      ...rest,
      ...{ resource_type: resource.type, resource_id: resource.id },
      ...{ actor_type: actor.type, user_id: actor.user_id, client_id: actor.client_id },
      changes: changes === null ? null : jsonCell(changes),
    },
  };
}

/** Format rows as a part of a file. A CSV file begins with its columns, and has the guard against formulas. */
export function formatRows(rows: ExportRow[], kind: ExportKind, format: ExportFormat, isFirst: boolean): string {
  if (format === 'jsonl') return rows.map(({ json }) => `${JSON.stringify(json)}\n`).join('');
  const records = rows.map(({ columns }) => columns);
  return stringify(records, { ...GUARDED_CSV, columns: [...COLUMNS[kind]], header: isFirst });
}
