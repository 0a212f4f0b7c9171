import { sha256 } from '../crypto/sha256.ts';
import { type AuditEntry, type AuditHead, genesisHead } from '../domain/audit/audit-log.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { REDELIVERY_WINDOW_DAYS } from './audit-stamps-and-tombstones.ts';
import type { Write } from './commit.ts';
import type { PageRequest } from './page.ts';
import { load, loadAll, query } from './read.ts';
import { fromItem, isSupportedSchema, keyOf, type PrimaryKey, partition, toItem } from './schema.ts';

/** Maximum number of entries per transaction: each needs two items, and the head one. */
export const MAX_ENTRIES_PER_TRANSACTION = 49;

// Changes are stored as text: DynamoDB returns the fields of a map in any order, and a map is larger.
type StoredEntry = Omit<AuditEntry, 'changes'> & { workspace_id: string; changes: string };

/** Load the head of a workspace's hash chain; the genesis head before the first entry. */
export async function loadAuditHead(workspaceId: string): Promise<AuditHead> {
  const head = await load<AuditHead>(keyOf('AuditHead', { workspace_id: workspaceId }));
  return head ?? genesisHead(workspaceId, sha256);
}

/** Return the ids of those changes that are already in the chain. */
export async function loadAudited(workspaceId: string, changeIds: string[]): Promise<Set<string>> {
  const found = await loadAll<object>(changeIds.map((changeId) => auditedKey(workspaceId, changeId)));
  return new Set(changeIds.filter((_, place) => found[place]));
}

/**
 * Build the writes that append entries after `before`, with the ids of their changes in the same order.
 * They fail together when another entry or one of these changes has been appended since.
 */
export function appendWrites(
  before: AuditHead,
  after: AuditHead,
  entries: AuditEntry[],
  changeIds: string[],
  nowMs: number,
): Write[] {
  const { workspace_id } = after;
  const head = toItem('AuditHead', { ...after, version: before.version + 1 });
  const untilMs = nowMs + REDELIVERY_WINDOW_DAYS * DAY_MS;
  return [
    { put: head, condition: before.number === 0 ? 'absent' : { version: before.version } },
    ...entries.map((entry): Write => {
      const stored: StoredEntry = { ...entry, workspace_id, changes: JSON.stringify(entry.changes) };
      return { put: toItem('AuditEntry', stored, { sequence: sequenceKey(entry.number) }), condition: 'absent' };
    }),
    ...changeIds.map((changeId): Write => {
      const marker = { workspace_id, change_hash: sha256(changeId) };
      return { put: toItem('AuditDedup', marker, {}, untilMs), condition: 'absent' };
    }),
  ];
}

/** Load the entries stored under the numbers `from` to `to`, by that number, whatever their content says. */
export async function loadSegment(workspaceId: string, from: number, to: number): Promise<Map<number, AuditEntry>> {
  if (from > to) return new Map();
  const items = await query({ pk: chainPartition(workspaceId), from: sequenceKey(from), to: sequenceKey(to) });
  return new Map(items.map((item) => [Number(item.sk), entryOf(fromItem<StoredEntry>(item))]));
}

export type AuditFilter = { fromMs?: number | undefined; toMs?: number | undefined };

/**
 * List entries newest first, with their total.
 * Numbers are consecutive: a page is read directly, a total is a difference, a binary search finds a time.
 */
export async function listAudit(workspaceId: string, { fromMs, toMs }: AuditFilter, request: PageRequest) {
  const { number: newest } = await loadAuditHead(workspaceId);
  const [first, beyond] = await Promise.all([
    fromMs === undefined ? 1 : firstRecordedAt(workspaceId, newest, fromMs),
    toMs === undefined ? newest + 1 : firstRecordedAt(workspaceId, newest, toMs),
  ]);
  const start = request.after === null ? beyond - 1 - request.skip : Number(request.after) - 1;
  const end = Math.max(first, start - request.limit + 1);
  const bounds = { from: sequenceKey(end), to: sequenceKey(start), descending: true };
  const items = start < end ? [] : await query({ pk: chainPartition(workspaceId), ...bounds });
  const readable = items.filter(isSupportedSchema);
  return {
    records: readable.map((item) => entryOf(fromItem<StoredEntry>(item))),
    next: end > first && start >= end ? String(end) : null,
    skipped: items.length - readable.length,
    total: Math.max(0, beyond - first),
  };
}

/** Find the number of the first entry recorded at or after a time; `newest + 1` when there is none. */
async function firstRecordedAt(workspaceId: string, newest: number, timeMs: number): Promise<number> {
  let [low, high] = [1, newest + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const pk = chainPartition(workspaceId);
    const [item] = await query({ pk, from: sequenceKey(middle), to: sequenceKey(high - 1), limit: 1 });
    const isBefore = item !== undefined && Date.parse(String(item.recorded_at)) < timeMs;
    if (isBefore) low = Number(item.sk) + 1;
    else high = middle;
  }
  return low;
}

function entryOf({ workspace_id: _, changes, ...entry }: StoredEntry): AuditEntry {
  return { ...entry, changes: JSON.parse(changes) };
}

const DIGITS = 12;

function sequenceKey(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

function chainPartition(workspaceId: string): string {
  return partition('AuditEntry', 'pk', { workspace_id: workspaceId });
}

function auditedKey(workspaceId: string, changeId: string): PrimaryKey {
  return keyOf('AuditDedup', { workspace_id: workspaceId, change_hash: sha256(changeId) });
}
