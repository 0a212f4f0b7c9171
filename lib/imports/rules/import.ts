import type { Permission } from '../../core/api/permission.ts';
import { stateTransitionError } from '../../core/problems/request-errors.ts';
import { reprocessAt } from '../../core/retry/reprocessing.ts';
import { pick } from '../../core/values/pick.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { IMPORT_RETENTION_DAYS } from '../../media/rules/media-keys.ts';
import { importChanged } from '../problems.ts';
import type { ColumnMapping, ImportSource } from './import-columns.ts';
import type { ImportFormat } from './import-limits.ts';
import type { FileProblem } from './parse-file.ts';
import type { ImportDefaults } from './row-request.ts';

export const IMPORT_STATUSES = [
  ...(['uploading', 'checking', 'ready', 'running'] as const),
  ...(['completed', 'undoing', 'undone', 'failed'] as const),
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The imports of a workspace that are checked, run or undone at the same time. */
export const MAX_WORKING_IMPORTS = 2;
/** The rows of one part of the results, which a step of the check writes. */
export const PART_ROWS = 100;
/** How long the URLs of an upload and of a result file are valid. */
export const IMPORT_URL_SECONDS = 3_600;
// An import that no step ends in this time has failed: it must not hold its place forever.
const MAX_WORK_MS = DAY_MS;
// The sweep looks at an import that nothing continues after twice the time at most. One that expires first never gives its
// place back: the stream ignores what expires.
const LAST_START_MS = 2 * MAX_WORK_MS;

const WORKING: readonly ImportStatus[] = ['checking', 'running', 'undoing'];

/** Who has changed or run an import last: its items are those of this member, with the permissions of that moment. */
export interface ImportRunner {
  user_id: string;
  client_id: string;
  permissions: Permission[];
  request_id: string | null;
  source_ip: string | null;
  actor?: string; // Who of its users a product names. Absent for none.
}

/**
 * A file that becomes content items. Its rows, results and corrections are objects in the media bucket, each written once:
 * `parts`, `progress`, `corrections` and `result` are their tokens, so that only what the version names counts.
 * `position`: the rows that the present phase has passed.
 */
export interface Import {
  id: string;
  workspace_id: string;
  name: string | null;
  format: ImportFormat;
  upload_bytes: number | null;
  status: ImportStatus;
  is_dry_run: boolean;
  source: ImportSource | null;
  columns: string[];
  mapping: ColumnMapping | null;
  has_own_mapping: boolean;
  defaults: ImportDefaults;
  corrections: string | null;
  position: number;
  parts: string[];
  part_problems: number[];
  progress: string | null;
  result: string | null;
  row_count: number;
  valid_count: number;
  invalid_count: number;
  created_count: number;
  failed_count: number;
  removed_count: number;
  kept_count: number;
  problem: FileProblem | null;
  run_by: ImportRunner;
  phase_at: string;
  due_at: string | null;
  created_by: string;
  created_at: string;
  completed_at: string | null;
  version: number;
}

type Settings = Pick<Import, 'name' | 'format' | 'upload_bytes' | 'is_dry_run' | 'mapping' | 'defaults' | 'run_by'>;
type Owner = Pick<Import, 'id' | 'workspace_id' | 'created_by'>;

const NO_RESULTS = {
  ...{ position: 0, parts: [], part_problems: [], progress: null, result: null, problem: null },
  ...{ row_count: 0, valid_count: 0, invalid_count: 0, created_count: 0, failed_count: 0 },
  ...{ removed_count: 0, kept_count: 0, completed_at: null },
};

/** Create an import whose file is stored, or that waits for its upload. */
export function newImport(settings: Settings, owner: Owner, nowMs: number): Import {
  const created_at = formatInstant(nowMs);
  const waits = settings.upload_bytes !== null;
  return {
    ...owner,
    ...settings,
    status: waits ? 'uploading' : 'checking',
    source: null,
    columns: [],
    has_own_mapping: settings.mapping !== null,
    corrections: null,
    ...NO_RESULTS,
    phase_at: created_at,
    due_at: waits ? null : reprocessAt(created_at, nowMs),
    created_at,
    version: 0,
  };
}

/** Return whether steps of an import are due. */
export function isWorking({ status }: Pick<Import, 'status'>): boolean {
  return WORKING.includes(status);
}

/** The phases of an import, and the statuses in which each can start. */
const STARTS = {
  checking: ['uploading', 'checking', 'ready', 'completed', 'failed'],
  running: ['ready'],
  undoing: ['ready', 'running', 'completed', 'failed'],
} as const satisfies Record<string, readonly ImportStatus[]>;
type Phase = keyof typeof STARTS;

/** Start the check of an import again, with changed settings. Throws 409 while it runs, and after it was undone. */
export function checkAgain(
  before: Import,
  changes: Partial<Pick<Import, 'mapping' | 'has_own_mapping' | 'defaults' | 'corrections' | 'run_by'>>,
  nowMs: number,
): Import {
  const again = startPhase({ ...before, ...changes }, 'checking', nowMs);
  // The file has as many rows as before, also while they are checked.
  const { row_count, removed_count, kept_count } = before;
  return { ...again, ...NO_RESULTS, row_count, removed_count, kept_count };
}

/** Throw 409 for an import that was checked again after the check that a person has seen. */
export function assertChecked({ completed_at }: Import, seen: string | undefined): void {
  if (seen === undefined || seen === completed_at) return;
  throw importChanged('The import was checked again. Look at its rows before you run it.');
}

/** Start the run of an import that is checked. Throws 409 for any other, also for one that has run. */
export function startRun(before: Import, run_by: ImportRunner, nowMs: number): Import {
  return startPhase({ ...before, run_by }, 'running', nowMs);
}

/** Start the run of an import whose check has ended, by who has started the check. */
export function startCheckedRun(before: Import, nowMs: number): Import {
  return startRun({ ...before, status: 'ready' }, before.run_by, nowMs);
}

/** Start to undo an import: also one that runs, which ends it. Throws 409 for one that is not checked. */
export function startUndo(before: Import, run_by: ImportRunner, nowMs: number): Import {
  return { ...startPhase({ ...before, run_by }, 'undoing', nowMs), removed_count: 0, kept_count: 0 };
}

/** Start a phase of an import. Throws 409 in another status, and in the two days before the import expires. */
function startPhase(before: Import, phase: Phase, nowMs: number): Import {
  const { status } = before;
  const isTooLate = !hasTimeForPhase(before, nowMs);
  const allowed = isTooLate ? [] : (Object.keys(STARTS) as Phase[]).filter((each) => canStart(each, status));
  if (!allowed.includes(phase)) {
    const detail = isTooLate
      ? 'An import cannot be checked, run or undone in the two days before it expires.'
      : obstacleOf(status, phase);
    throw stateTransitionError(detail, { current: status, requested: phase, allowed });
  }
  const phase_at = formatInstant(nowMs);
  return { ...before, status: phase, position: 0, phase_at, due_at: reprocessAt(phase_at, nowMs), completed_at: null };
}

const VERBS: Record<Phase, string> = { checking: 'checked', running: 'run', undoing: 'undone' };

/** Return why a phase cannot start in a status. */
function obstacleOf(status: ImportStatus, phase: Phase): string {
  if (status === phase) return `The import is being ${VERBS[phase]} already.`;
  if (status === 'undone') return 'The import was undone. Create another one.';
  return `An import with the status ${status} cannot be ${VERBS[phase]}.`;
}

/** Return whether an import expires so late that a phase can start. */
export function hasTimeForPhase(each: Pick<Import, 'created_at'>, nowMs: number): boolean {
  return nowMs + LAST_START_MS <= importEndMs(each);
}

function canStart(phase: Phase, status: ImportStatus): boolean {
  return (STARTS[phase] as readonly ImportStatus[]).includes(status);
}

/** Save the progress of a step: the next one is due. */
export function withProgress(before: Import, changes: Partial<Import>, nowMs: number): Import {
  return { ...before, ...changes, due_at: reprocessAt(before.phase_at, nowMs) };
}

/** End the present phase of an import. */
export function endPhase(
  before: Import,
  status: 'ready' | 'completed' | 'undone' | 'failed',
  changes: Partial<Import>,
  nowMs: number,
): Import {
  return { ...before, ...changes, status, due_at: null, completed_at: formatInstant(nowMs) };
}

/** Return whether a phase has taken longer than any can. */
export function isBeyondLimits({ phase_at }: Import, nowMs: number): boolean {
  return nowMs > Date.parse(phase_at) + MAX_WORK_MS;
}

/** Return when an import and its objects are deleted, in milliseconds since 1970. */
export function importEndMs({ created_at }: Pick<Import, 'created_at'>): number {
  return Date.parse(created_at) + IMPORT_RETENTION_DAYS * DAY_MS;
}

/** Build the API view of an import, without its rows. */
export function toImportView(each: Import) {
  const { problem, mapping } = each;
  return {
    ...pick(each, 'id', 'name', 'format', 'status'),
    dry_run: each.is_dry_run,
    ...pick(each, 'source', 'columns'),
    ...{ mapping: mapping ?? {}, defaults: each.defaults },
    progress: { position: each.position, row_count: each.row_count },
    counts: {
      ...{ valid: each.valid_count, invalid: each.invalid_count, created: each.created_count },
      ...{ failed: each.failed_count, removed: each.removed_count, kept: each.kept_count },
    },
    problem,
    ...pick(each, 'created_by', 'created_at', 'completed_at'),
    expires_at: formatInstant(importEndMs(each)),
  };
}
