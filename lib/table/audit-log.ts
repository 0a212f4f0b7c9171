import { createHash } from 'node:crypto';
import { type AuditEntry, type AuditHead, genesisHead } from '../domain/audit/audit-log.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { REDELIVERY_WINDOW_DAYS } from './audit-stamps.ts';
import type { Write } from './commit.ts';
import type { Page, PageRequest } from './page.ts';
import { load, loadAll, query } from './read.ts';
import {
  fromItem,
  hashOfKey,
  isSupportedSchema,
  keyOf,
  type PrimaryKey,
  partition,
  toItem,
} from './schema.ts';

/** How many entries one transaction appends: each brings its marker, and the head comes to them. */
export const MAX_ENTRIES_PER_TRANSACTION = 49;

// Changes are kept as text: a map comes back from the table in an order of its own, and is larger.
type StoredEntry = Omit<AuditEntry, 'changes'> & { workspace_id: string; changes: string };

/** SHA-256 in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The newest entry of a workspace's chain; before the first, what that will follow on. */
export async function loadAuditHead(workspaceId: string): Promise<AuditHead> {
  const head = await load<AuditHead>(keyOf('AuditHead', { workspace_id: workspaceId }));
  return head ?? genesisHead(workspaceId, sha256);
}

/** Those of these changes that are in the chain already, by the names their stream records have. */
export async function loadAudited(workspaceId: string, changeIds: string[]): Promise<Set<string>> {
  const found = await loadAll<object>(changeIds.map((changeId) => auditedKey(workspaceId, changeId)));
  return new Set(changeIds.filter((_, place) => found[place]));
}

/**
 * The writes that append entries, at most `MAX_ENTRIES_PER_TRANSACTION` of them, to the chain whose head was `before`. They
 * fail together when another entry was appended meanwhile, or one of these changes. `changeIds` are those of
 * the entries, in the same order.
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
      return {
        put: toItem('AuditEntry', stored, { sequence: sequenceKey(entry.number) }),
        condition: 'absent',
      };
    }),
    ...changeIds.map((changeId): Write => {
      const marker = { workspace_id, change_hash: hashOfKey(changeId) };
      return { put: toItem('AuditDedup', marker, {}, untilMs), condition: 'absent' };
    }),
  ];
}

/** The entries under the numbers `from` to `to` that are there, by those numbers, whatever they say themselves. */
export async function loadSegment(
  workspaceId: string,
  from: number,
  to: number,
): Promise<Map<number, AuditEntry>> {
  if (from > to) return new Map();
  const items = await query({
    pk: chainPartition(workspaceId),
    from: sequenceKey(from),
    to: sequenceKey(to),
  });
  return new Map(items.map((item) => [Number(item.sk), entryOf(fromItem<StoredEntry>(item))]));
}

export interface AuditFilter {
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/**
 * Entries newest first, and how many there are. Numbers are consecutive, so that a page at any depth is read
 * where it begins, and a total is a difference; where a time falls is searched by halves.
 */
export async function listAudit(
  workspaceId: string,
  { fromMs, toMs }: AuditFilter,
  request: PageRequest,
): Promise<Page<AuditEntry> & { total: number }> {
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
    unreadable: items.length - readable.length,
    total: Math.max(0, beyond - first),
  };
}

/** The number of the first entry that was recorded at or after a time; one more than the newest, if none was. */
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
  return keyOf('AuditDedup', { workspace_id: workspaceId, change_hash: hashOfKey(changeId) });
}
