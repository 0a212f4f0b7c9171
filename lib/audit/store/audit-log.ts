import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import type { PageRequest } from '../../core/table/page.ts';
import { load, query } from '../../core/table/read.ts';
import { fromItem, type Item, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { auditEntryEntity, auditHeadEntity } from '../entities/audit-log.ts';
import {
  type AuditDraft,
  type AuditEntry,
  type AuditHead,
  type AuditTail,
  type FieldChange,
  genesisHash,
  genesisTail,
} from '../rules/audit-log.ts';
import { fromActor, type StoredActor, toActor } from './audit-actor.ts';
import {
  addressWrites,
  CLAIM_SPAN,
  type ClaimTimes,
  changeOf,
  claimChange,
  isAddressInClaim,
  loadAddresses,
  moveClaim,
} from './audit-claims.ts';

/** Maximum number of entries per transaction: each may need an item for its address. */
export const MAX_ENTRIES_PER_TRANSACTION = 50;

// Changes are stored as text: DynamoDB returns the fields of a map in any order. An entry fits into a write unit (1 KB)
// because that text has no names, and hashes are base64url. An erased entry has no changes and no salt.
type StoredEntry = Omit<AuditEntry, 'actor' | 'resource' | 'changes' | 'digests' | 'source_ip' | 'salts'> & {
  actor: StoredActor;
  resource: [AuditEntry['resource']['type'], id: string];
  digests: (string | null)[];
  changes?: string;
  salt?: string;
  /** The source address is an item of its own, because its retention is shorter than that of a claim. */
  has_own_address?: true;
};

/**
 * Load what the next entry follows: the newest entry, or the head where the chain was truncated or its newest entry
 * changed. A chain that continued from there without the head would hide it, because its next entries replace the head.
 */
export async function loadAuditTail(workspaceId: string): Promise<AuditTail> {
  // Before the newest entry: a head that was read later could belong to an entry that another worker has appended since.
  const head = await loadAuditHead(workspaceId);
  const newest = await loadNewest(workspaceId);
  return head.number < newest.number ? newest : { ...newest, number: head.number, hash: head.hash };
}

async function loadNewest(workspaceId: string): Promise<AuditTail> {
  const [item] = await query({ pk: chainPartition(workspaceId), descending: true, limit: 1 });
  if (!item) return genesisTail(workspaceId, sha256);
  const { hash, recorded_at } = entryOf(item);
  return { number: Number(item.sk), hash, recorded_at };
}

/** Load the head of a workspace's hash chain; number 0 before the first entry. */
export async function loadAuditHead(workspaceId: string): Promise<AuditHead> {
  const head = await load<AuditHead>(keyOf(auditHeadEntity, { workspace_id: workspaceId }));
  return head ?? { workspace_id: workspaceId, number: 0, hash: genesisHash(workspaceId, sha256) };
}

/**
 * Claim changes before their entries are appended after the number `tail`. Returns those that are not in the log yet,
 * with the salts of their claims. Throws `ConflictError` when another worker appends the same changes.
 */
export async function claimChanges(workspaceId: string, drafts: AuditDraft[], tail: number, times: ClaimTimes) {
  const unique = [...new Map(drafts.map((draft) => [draft.id, draft])).values()];
  const claimed = await Promise.all(
    unique.map(async (draft) => ({ draft, claim: await claimChange(workspaceId, draft, tail, times) })),
  );
  const starts = claimed.map(({ claim }) => claim.after).filter((after) => after < tail);
  const logged = await loadChangesAfter(workspaceId, starts);
  const left = claimed.filter(({ draft }) => !logged.has(changeOf(draft)));
  // An entry that is appended now has to be within the span of its claim.
  const late = left.filter(({ claim }) => tail + left.length > claim.after + CLAIM_SPAN);
  await Promise.all(late.map(({ claim }) => moveClaim(claim, tail, times)));
  return left.map(({ draft, claim }): AuditDraft => {
    return { ...draft, salts: { ...draft.salts, source_ip: claim.salt ?? draft.salts.source_ip } };
  });
}

/** Load the changes of the entries in the spans of claims. Spans that overlap are read once: a redelivery has many. */
async function loadChangesAfter(workspaceId: string, starts: number[]): Promise<Set<string>> {
  const spans: { first: number; last: number }[] = [];
  for (const after of starts.toSorted((one, other) => one - other)) {
    const previous = spans.at(-1);
    if (previous && after <= previous.last) previous.last = after + CLAIM_SPAN;
    else spans.push({ first: after + 1, last: after + CLAIM_SPAN });
  }
  const pk = chainPartition(workspaceId);
  const found = await Promise.all(
    spans.map(({ first, last }) => query({ pk, from: sequenceKey(first), to: sequenceKey(last) })),
  );
  return new Set(found.flat().map(({ id }) => changeOf({ id: String(id) })));
}

/** Build the writes of entries. They fail together when another entry has one of their numbers. */
export function entryWrites(workspaceId: string, entries: AuditEntry[], times: ClaimTimes): Write[] {
  return entries.flatMap((entry): Write[] => [
    // The condition prevents that an entry is overwritten: IAM cannot express it (docs/audit.md).
    { put: entryItem(workspaceId, entry, isAddressInClaim(times.addressRetentionDays)), condition: 'absent' },
    ...addressWrites(workspaceId, entry, times),
  ]);
}

/** Build the item of an entry, without its source address. */
export function entryItem(workspace_id: string, entry: AuditEntry, isAddressInItsClaim: boolean): Item {
  const { source_ip: _, salts, changes, actor, resource, digests, previous_hash, hash, ...rest } = entry;
  const stored: StoredEntry = {
    ...rest,
    actor: fromActor(actor),
    resource: [resource.type, resource.id],
    digests: [toBase64(digests.source_ip), toBase64(digests.changes)],
    previous_hash: toBase64(previous_hash)!,
    hash: toBase64(hash)!,
    ...(changes && salts.changes ? { changes: rowsOf(changes), salt: toBase64(salts.changes)! } : {}),
    ...(isAddressInItsClaim ? {} : { has_own_address: true }),
  };
  return toItem(auditEntryEntity, stored, { workspace_id, sequence: sequenceKey(entry.number) });
}

function rowsOf(changes: FieldChange[]): string {
  return JSON.stringify(changes.map(({ field, before, after }) => [field, before, after]));
}

/** Build the write of the head after its entry. It fails when the head is as new or newer. */
export function headWrite(workspace_id: string, { number, hash }: AuditTail): Write {
  const head: AuditHead = { workspace_id, number, hash };
  return { put: toItem(auditHeadEntity, head), condition: { attribute: 'number', isBelow: number } };
}

/** Load the entries stored under the numbers `from` to `to`, by that number, whatever their content says. */
export async function loadSegment(
  workspaceId: string,
  from: number,
  to: number,
  nowMs: number,
): Promise<Map<number, AuditEntry>> {
  if (from > to) return new Map();
  const items = await query({ pk: chainPartition(workspaceId), from: sequenceKey(from), to: sequenceKey(to) });
  const entries = await entriesOf(workspaceId, items, nowMs);
  return new Map(items.map((item, index) => [Number(item.sk), entries[index]!]));
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
  const { number: newest } = await loadNewest(workspaceId);
  const [first, beyond] = await Promise.all([
    fromMs === undefined ? 1 : firstRecordedAt(workspaceId, newest, fromMs),
    toMs === undefined ? newest + 1 : firstRecordedAt(workspaceId, newest, toMs),
  ]);
  const start = request.after === null ? beyond - 1 - request.skip : Number(request.after) - 1;
  const end = Math.max(first, start - request.limit + 1);
  const bounds = { from: sequenceKey(end), to: sequenceKey(start), descending: true };
  const isEmpty = start < end;
  const items = isEmpty ? [] : await query({ pk: chainPartition(workspaceId), ...bounds });
  const readable = items.filter(isSupportedSchema);
  return {
    records: await entriesOf(workspaceId, readable, nowMs),
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

/** Return the entries of items with their source addresses, in the same order. */
async function entriesOf(workspaceId: string, items: Item[], nowMs: number): Promise<AuditEntry[]> {
  const entries = items.map(entryOf);
  const withAddress = items.filter((_, index) => entries[index]!.digests.source_ip !== null);
  const changes = withAddress.map((item) => {
    return { change: changeOf({ id: String(item.id) }), isInClaim: item.has_own_address !== true };
  });
  const addresses = await loadAddresses(workspaceId, changes, nowMs);
  return entries.map((entry) => {
    const address = addresses.get(changeOf(entry));
    if (!address) return entry;
    return { ...entry, source_ip: address.source_ip, salts: { ...entry.salts, source_ip: address.salt } };
  });
}

/** Return the entry of an item, without its source address. */
export function entryOf(item: Item): AuditEntry {
  const { actor, resource, digests, changes, salt, previous_hash, hash, ...rest } = fromItem<StoredEntry>(item);
  const { has_own_address: _, ...entry } = rest;
  const rows = changes === undefined ? null : (JSON.parse(changes) as [string, unknown, unknown][]);
  return {
    ...entry,
    actor: toActor(actor),
    resource: { type: resource[0], id: resource[1] },
    source_ip: null,
    changes: rows?.map(([field, before, after]) => ({ field, before, after })) ?? null,
    digests: { source_ip: toHex(digests[0] ?? null), changes: toHex(digests[1] ?? null) },
    salts: { source_ip: null, changes: toHex(salt ?? null) },
    previous_hash: toHex(previous_hash),
    hash: toHex(hash),
  };
}

function toBase64(hex: string | null): string | null {
  return hex === null ? null : Buffer.from(hex, 'hex').toString('base64url');
}

function toHex<T extends string | null>(base64: T): T {
  return (base64 === null ? null : Buffer.from(base64, 'base64url').toString('hex')) as T;
}

const DIGITS = 12;

function sequenceKey(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

function chainPartition(workspaceId: string): string {
  return partition(auditEntryEntity, 'pk', { workspace_id: workspaceId });
}
