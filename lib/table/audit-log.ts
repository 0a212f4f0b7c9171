import { sha256 } from '../crypto/sha256.ts';
import { type AuditEntry, type AuditHead, genesisHead } from '../domain/audit/audit-log.ts';
import { DAY_MS } from '../domain/timestamps.ts';
import { REDELIVERY_WINDOW_DAYS } from './audit-stamps-and-tombstones.ts';
import type { Write } from './commit.ts';
import { exactTotal } from './list-total.ts';
import type { PageRequest } from './page.ts';
import { load, loadAll, query } from './read.ts';
import { fromItem, type Item, isSupportedSchema, keyOf, type PrimaryKey, partition, toItem } from './schema.ts';

/** Maximum number of entries per transaction: each needs three items, and the head one. */
export const MAX_ENTRIES_PER_TRANSACTION = 33;

// Changes are stored as text: DynamoDB returns the fields of a map in any order, and a map is larger.
// The source address is an item of its own, which expires. An erased entry has no changes and no salt.
type StoredEntry = Omit<AuditEntry, 'changes' | 'source_ip' | 'salts'> & {
  workspace_id: string;
  changes?: string;
  salt?: string;
};

/** The source address of an entry, with the salt of its digest. */
type AuditAddress = { workspace_id: string; source_ip: string; salt: string; expires_at_ms: number };

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
  { nowMs, addressRetentionDays }: { nowMs: number; addressRetentionDays: number },
): Write[] {
  const { workspace_id } = after;
  const head = toItem('AuditHead', { ...after, version: before.version + 1 });
  const untilMs = nowMs + REDELIVERY_WINDOW_DAYS * DAY_MS;
  return [
    { put: head, condition: before.number === 0 ? 'absent' : { version: before.version } },
    ...entries.flatMap((entry) => entryWrites(workspace_id, entry, addressRetentionDays)),
    ...changeIds.map((changeId): Write => {
      const marker = { workspace_id, change_hash: sha256(changeId) };
      return { put: toItem('AuditDedup', marker, {}, untilMs), condition: 'absent' };
    }),
  ];
}

// The condition prevents that an entry is overwritten: IAM cannot express it (docs/audit.md).
function entryWrites(workspace_id: string, entry: AuditEntry, addressRetentionDays: number): Write[] {
  const { source_ip, changes, salts, ...rest } = entry;
  const sequence = sequenceKey(entry.number);
  const stored: StoredEntry = { ...rest, workspace_id, changes: JSON.stringify(changes), salt: salts.changes! };
  const writes: Write[] = [{ put: toItem('AuditEntry', stored, { sequence }), condition: 'absent' }];
  if (source_ip === null || salts.source_ip === null) return writes;
  const expires_at_ms = Date.parse(entry.recorded_at) + addressRetentionDays * DAY_MS;
  const address: AuditAddress = { workspace_id, source_ip, salt: salts.source_ip, expires_at_ms };
  return [...writes, { put: toItem('AuditAddress', address, { sequence }, expires_at_ms), condition: 'absent' }];
}

/** Load the entries stored under the numbers `from` to `to`, by that number, whatever their content says. */
export async function loadSegment(
  workspaceId: string,
  from: number,
  to: number,
  nowMs: number,
): Promise<Map<number, AuditEntry>> {
  if (from > to) return new Map();
  const [items, addresses] = await Promise.all([
    query({ pk: chainPartition(workspaceId), from: sequenceKey(from), to: sequenceKey(to) }),
    loadAddresses(workspaceId, from, to, nowMs),
  ]);
  return new Map(items.map((item) => [Number(item.sk), entryOf(item, addresses)]));
}

/** Load the unexpired source addresses of the entries `from` to `to`, by their sort keys. */
async function loadAddresses(workspaceId: string, from: number, to: number, nowMs: number) {
  const pk = partition('AuditAddress', 'pk', { workspace_id: workspaceId });
  const items = await query({ pk, from: sequenceKey(from), to: sequenceKey(to) });
  const unexpired = items.filter((item) => Number(item.expires_at_ms) > nowMs);
  return new Map(unexpired.map((item) => [item.sk, fromItem<AuditAddress>(item)]));
}

export type AuditFilter = { fromMs?: number | undefined; toMs?: number | undefined };

/**
 * List entries newest first, with their total.
 * Numbers are consecutive: a page is read directly, a total is a difference, a binary search finds a time.
 */
export async function listAudit(
  workspaceId: string,
  { fromMs, toMs }: AuditFilter,
  request: PageRequest,
  nowMs: number,
) {
  const { number: newest } = await loadAuditHead(workspaceId);
  const [first, beyond] = await Promise.all([
    fromMs === undefined ? 1 : firstRecordedAt(workspaceId, newest, fromMs),
    toMs === undefined ? newest + 1 : firstRecordedAt(workspaceId, newest, toMs),
  ]);
  const start = request.after === null ? beyond - 1 - request.skip : Number(request.after) - 1;
  const end = Math.max(first, start - request.limit + 1);
  const bounds = { from: sequenceKey(end), to: sequenceKey(start), descending: true };
  const isEmpty = start < end;
  const [items, addresses] = await Promise.all([
    isEmpty ? [] : query({ pk: chainPartition(workspaceId), ...bounds }),
    isEmpty ? new Map() : loadAddresses(workspaceId, end, start, nowMs),
  ]);
  const readable = items.filter(isSupportedSchema);
  return {
    records: readable.map((item) => entryOf(item, addresses)),
    next: end > first && start >= end ? String(end) : null,
    skipped: items.length - readable.length,
    total: exactTotal(Math.max(0, beyond - first)),
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

function entryOf(item: Item, addresses: ReadonlyMap<unknown, AuditAddress>): AuditEntry {
  const { workspace_id: _, changes, salt, ...entry } = fromItem<StoredEntry>(item);
  const address = addresses.get(item.sk);
  return {
    ...entry,
    source_ip: address?.source_ip ?? null,
    changes: changes === undefined ? null : JSON.parse(changes),
    salts: { source_ip: address?.salt ?? null, changes: salt ?? null },
  };
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
