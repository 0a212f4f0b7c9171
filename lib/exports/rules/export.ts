import type { Permission } from '../../core/api/permission.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { pick } from '../../core/values/pick.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { EXPORT_RETENTION_DAYS } from '../../media/rules/media-keys.ts';

/** What is exported, with the permission to read it. */
export const EXPORT_KINDS = { content: 'content:read', metrics: 'analytics:read', audit: 'audit:read' } as const;
export type ExportKind = keyof typeof EXPORT_KINDS;
export const EXPORT_KIND_NAMES = Object.keys(EXPORT_KINDS) as [ExportKind, ...ExportKind[]];

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATUSES = ['running', 'completed', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** How long the URL of a file is valid. */
export const DOWNLOAD_URL_SECONDS = 900;
/** The exports of a workspace that run at the same time. */
export const MAX_RUNNING_EXPORTS = 2;
/** The parts of a file, of at least 5 MiB each. Their tags have to fit into the record. */
export const MAX_EXPORT_PARTS = 1_000;
// An export that no step completes in this time has failed: it must not hold its place forever.
const MAX_RUN_MS = DAY_MS;

/**
 * A file of the data of a workspace that is being written, or was. `cursor` is where the next step continues; null before
 * the first step and after the last row. `upload`: the parts that are stored, of a file that has more than one. `rest`: the
 * token of the rows before the cursor that are in no part yet; none in exports of earlier versions.
 */
export interface Export {
  id: string;
  workspace_id: string;
  kind: ExportKind;
  format: ExportFormat;
  from: string | null;
  to: string | null;
  status: ExportStatus;
  cursor: string | null;
  upload: { id: string; parts: string[] } | null;
  rest?: string | null;
  row_count: number;
  size_bytes: number;
  due_at: string | null; // When the next step is overdue; null once there is none.
  created_by: string;
  created_at: string;
  completed_at: string | null;
  version: number;
}

/** Create an export that has not started. */
export function newExport(
  input: Pick<Export, 'kind' | 'format' | 'from' | 'to'>,
  owner: Pick<Export, 'id' | 'workspace_id' | 'created_by'>,
  nowMs: number,
): Export {
  const created_at = formatInstant(nowMs);
  const nothing = { cursor: null, upload: null, rest: null, row_count: 0, size_bytes: 0, completed_at: null };
  return {
    ...owner,
    ...input,
    ...nothing,
    status: 'running',
    due_at: reprocessAt(created_at, nowMs),
    created_at,
    version: 0,
  };
}

/**
 * What a step has written: where the next one continues, null after the last row; the parts of a file that is not complete;
 * what is in no part yet; and the rows and bytes that it adds.
 */
export interface ExportStep extends Pick<Export, 'upload'> {
  next: string | null;
  rest: string | null;
  rows: number;
  bytes: number;
}

/** Record one step of an export. */
export function recordExportStep(before: Export, step: ExportStep, nowMs: number): Export {
  const { next, upload, rest } = step;
  const [row_count, size_bytes] = [before.row_count + step.rows, before.size_bytes + step.bytes];
  const after = { ...before, upload, rest, row_count, size_bytes };
  if (next === null && upload === null) return { ...after, ...ended('completed', nowMs) };
  return { ...after, cursor: next, due_at: reprocessAt(formatInstant(nowMs), nowMs) };
}

/** Return an export that no step continues. */
export function failExport(before: Export, nowMs: number): Export {
  return { ...before, upload: null, rest: null, ...ended('failed', nowMs) };
}

function ended(status: 'completed' | 'failed', nowMs: number) {
  return { status, cursor: null, due_at: null, completed_at: formatInstant(nowMs) };
}

/** Return whether an export cannot continue: it has run for a day, or its file has the most parts. */
export function isBeyondLimits({ created_at, upload }: Export, nowMs: number): boolean {
  return nowMs > Date.parse(created_at) + MAX_RUN_MS || (upload?.parts.length ?? 0) >= MAX_EXPORT_PARTS;
}

/** Return when an export and its file are deleted, in milliseconds since 1970. */
export function exportEndMs({ created_at }: Export): number {
  return Date.parse(created_at) + EXPORT_RETENTION_DAYS * DAY_MS;
}

/** Return the permission to read what an export has. */
export function permissionOf({ kind }: Pick<Export, 'kind'>): Permission {
  return EXPORT_KINDS[kind];
}

/** Build the API view of an export. */
export function toExportView(each: Export) {
  return {
    ...pick(
      each,
      'id',
      'kind',
      'format',
      'from',
      'to',
      'status',
      'row_count',
      'size_bytes',
      'created_by',
      'created_at',
    ),
    completed_at: each.completed_at,
    expires_at: formatInstant(exportEndMs(each)),
  };
}
