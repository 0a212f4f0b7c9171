import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { workspaceDeleting } from '../../identity/problems.ts';
import type { Deletion, Workspace } from '../../identity/rules/workspace.ts';

const DEFAULT_GRACE_DAYS = 7;
const MAX_GRACE_DAYS = 30;

/**
 * How long after the request the job waits at least: an instance knows the workspace from before for a minute, the request that
 * it then accepts ends within 30 seconds, and an attempt to publish that began before the halt within its lease of two minutes.
 */
const LAST_WORK_MS = 180_000;

/**
 * What the job of a deletion does next. `check` and `log` are repeated until nothing is found: what functions have written at
 * the same time, and then the audit log, with what only it names. `recheck`: a day after the end, when the stream has no
 * older change.
 */
export type DeletionStep = 'accounts' | 'files' | 'items' | 'check' | 'log' | 'recheck';

/** What a deletion has deleted. */
export interface DeletionCounts {
  items: number;
  audit_entries: number;
  schedules: number;
  files: number;
  bytes: number;
  accounts: number;
  accounts_not_disconnected: number;
}

/**
 * The deletion of a workspace, and afterwards its certificate, the only item that remains. `scheduled`: the workspace can be
 * restored until `delete_at`. It has no name and no other value of the workspace but the id of the product.
 */
export interface WorkspaceDeletion extends Deletion {
  id: string; // Of the workspace.
  external_id: string | null;
  status: 'scheduled' | 'running' | 'finished';
  step: DeletionStep;
  cursor: string | null; // The last file that was counted.
  started_at: string | null;
  deleted_at: string | null;
  counts: DeletionCounts;
  due_at: string | null; // When the next step is due; null once it is finished.
  version: number;
}

/** Return for how many days a workspace can be restored: 7 unless requested. Throws 400 for more than 30. */
export function graceDays(requested = DEFAULT_GRACE_DAYS): number {
  if (requested <= MAX_GRACE_DAYS) return requested;
  throw invalidQueryError([{ pointer: 'grace_days', code: 'too_big', detail: `Must be at most ${MAX_GRACE_DAYS}.` }]);
}

/**
 * Request the deletion of a workspace after so many days. A repeated request never delays it: with fewer days it is earlier,
 * otherwise the same object is returned.
 */
export function scheduleDeletion(workspace: Workspace, days: number, requestedBy: string, nowMs: number): Workspace {
  const delete_at = formatInstant(nowMs + days * DAY_MS);
  const { deletion } = workspace;
  if (deletion && deletion.delete_at <= delete_at) return workspace;
  const { requested_at, requested_by } = deletion ?? { requested_at: formatInstant(nowMs), requested_by: requestedBy };
  return { ...workspace, deletion: { requested_at, requested_by, delete_at } };
}

/** Return the record of the deletion of a workspace. */
export function deletionOf({
  id,
  external_id,
  deletion,
}: Workspace & { deletion: Deletion }): Omit<WorkspaceDeletion, 'version'> {
  const { requested_at, delete_at } = deletion;
  const due_at = formatInstant(Math.max(Date.parse(delete_at), Date.parse(requested_at) + LAST_WORK_MS));
  const progress = { status: 'scheduled', step: 'accounts', cursor: null, counts: NOTHING } as const;
  return { id, external_id: external_id ?? null, ...deletion, ...progress, started_at: null, deleted_at: null, due_at };
}

const NOTHING: DeletionCounts = {
  items: 0,
  audit_entries: 0,
  schedules: 0,
  files: 0,
  bytes: 0,
  accounts: 0,
  accounts_not_disconnected: 0,
};

/** Withdraw the deletion of a workspace. Throws 409 when its time has come. */
export function restoreWorkspace({ deletion, ...workspace }: Workspace, nowMs: number): Workspace {
  if (deletion && Date.parse(deletion.delete_at) <= nowMs) {
    throw workspaceDeleting(`The workspace could be restored until ${deletion.delete_at}.`);
  }
  return workspace;
}

/** Return whether the deletion of a workspace was requested. */
export function isDeleting(workspace: Workspace): workspace is Workspace & { deletion: Deletion } {
  return workspace.deletion !== undefined;
}

/** Throw 409 for a workspace that is being deleted. */
export function assertNotDeleting({ deletion }: Workspace): void {
  if (deletion) throw workspaceDeleting('The workspace is being deleted. Restore it first.');
}

/** Throw 409 while the job of a deletion works: no other workspace gets the external id before it has finished. */
export function assertDeleted(deletion: WorkspaceDeletion | null): void {
  if (!deletion || deletion.status === 'finished') return;
  throw workspaceDeleting('The workspace with this external id is being deleted. Repeat the request in some minutes.');
}

/** Build the API representation of a deletion. */
export function toDeletionView({
  id,
  step: _,
  cursor: _cursor,
  due_at: _due,
  version: _version,
  ...shown
}: WorkspaceDeletion) {
  return { workspace_id: id, ...shown };
}
