import { formatInstant } from '../../core/values/timestamps.ts';
import type { DeletionCounts, DeletionStep, WorkspaceDeletion } from './workspace-deletion.ts';

/** Until what functions have begun is written, and the stream has followed: it can be a minute late. */
const SETTLE_MS = 120_000;
/** Longer than the stream has a change. */
const RECHECK_MS = 25 * 3_600_000;

/**
 * Items that the steps leave to later ones. The handlers of a removed member end what the member has created, so members are
 * removed when none of it is left. The audit log has the ids of what may be left, also of what is deleted.
 */
const LOG = ['AuditEntry', 'AuditHead', 'AuditClaim', 'Tombstone'];
const LEFT: Record<DeletionStep, readonly string[]> = {
  accounts: [],
  files: [],
  items: [...LOG, 'ExternalId', 'Member'],
  check: [...LOG, 'ExternalId'],
  log: ['ExternalId'],
  recheck: [],
};

/**
 * Return whether a step deletes the items of an entity together with others. The external id is released with the certificate.
 * An account is deleted alone, after its platform has ended the access.
 */
export function isDeletedBy(step: DeletionStep, entity: unknown): boolean {
  return !isDeletedAlone(entity) && !LEFT[step].includes(String(entity));
}

/** Return whether each item of an entity is deleted on its own. */
export function isDeletedAlone(entity: unknown): boolean {
  return entity === 'Account';
}

/**
 * Return whether a step reads the audit log, and what only the log names. It does so once, as it deletes it: of a large workspace
 * it has more than a run could read, and a run that has deleted a part of it is continued after that part.
 */
export function readsLog(step: DeletionStep): boolean {
  return isDeletedBy(step, 'AuditEntry');
}

/** Start the job. Its transaction deletes the workspace itself, so that it can neither be restored nor used. */
export function startDeletion(deletion: WorkspaceDeletion, nowMs: number): WorkspaceDeletion {
  const now = formatInstant(nowMs);
  return { ...counted(deletion, { items: 1 }), status: 'running', started_at: now, due_at: now };
}

/** Count items that are deleted with this change. */
export function recordItems(
  deletion: WorkspaceDeletion,
  items: readonly { entity?: unknown }[],
  schedules: number,
  nowMs: number,
): WorkspaceDeletion {
  const audit_entries = items.filter(({ entity }) => entity === 'AuditEntry').length;
  return { ...counted(deletion, { items: items.length, audit_entries, schedules }), due_at: formatInstant(nowMs) };
}

/** Count an account, whose item is deleted with this change. */
export function recordAccount(deletion: WorkspaceDeletion, isDisconnected: boolean, nowMs: number): WorkspaceDeletion {
  const counts = { items: 1, accounts: 1, accounts_not_disconnected: isDisconnected ? 0 : 1 };
  return { ...counted(deletion, counts), due_at: formatInstant(nowMs) };
}

/** Count files before they are deleted: a repeated step begins after the last one. */
export function recordFiles(
  deletion: WorkspaceDeletion,
  files: readonly { key: string; bytes: number }[],
  nowMs: number,
): WorkspaceDeletion {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const cursor = files.at(-1)?.key ?? deletion.cursor;
  return { ...counted(deletion, { files: files.length, bytes }), cursor, due_at: formatInstant(nowMs) };
}

/** End a step that has found so many items and files, and begin the next one. */
export function endStep(deletion: WorkspaceDeletion, found: number, nowMs: number): WorkspaceDeletion {
  const [now, later] = [formatInstant(nowMs), formatInstant(nowMs + SETTLE_MS)];
  const next = (step: DeletionStep, due_at: string) => ({ ...deletion, step, due_at });
  switch (deletion.step) {
    case 'accounts':
      return next('files', now);
    case 'files':
      return { ...next('items', now), cursor: null };
    case 'items':
      return next('check', later);
    case 'check':
      return found > 0 ? next('check', later) : next('log', now);
    case 'log':
      return found > 0 ? next('log', later) : finished(deletion, nowMs);
    case 'recheck':
      return { ...deletion, due_at: null };
  }
}

function finished(deletion: WorkspaceDeletion, nowMs: number): WorkspaceDeletion {
  const due_at = formatInstant(nowMs + RECHECK_MS);
  return { ...deletion, status: 'finished', step: 'recheck', deleted_at: formatInstant(nowMs), due_at };
}

/**
 * Repeat the last step of a deletion that has ended, for what was written since, as by a redrive. Returns the same object while
 * a step is due, or will be.
 */
export function recheckAgain(deletion: WorkspaceDeletion, nowMs: number): WorkspaceDeletion {
  return deletion.due_at === null ? { ...deletion, due_at: formatInstant(nowMs) } : deletion;
}

/** Count what is deleted. After the end, the certificate does not change. */
function counted(deletion: WorkspaceDeletion, added: Partial<DeletionCounts>): WorkspaceDeletion {
  if (deletion.status === 'finished') return deletion;
  const counts = { ...deletion.counts };
  for (const [name, number] of Object.entries(added)) counts[name as keyof DeletionCounts] += number;
  return { ...deletion, counts };
}
