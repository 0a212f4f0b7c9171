import { canonicalJson } from '../canonical-json.ts';
import type { ResourceType } from './audited-kinds.ts';

/** The origin of a requested change, committed with it. Times are ISO 8601. */
export interface AuditStamp {
  type: 'user' | 'operator';
  user_id: string | null;
  client_id: string | null;
  source_ip: string | null;
  request_id: string | null;
  operation: string;
  at: string;
  change_id: string; // Random, so that no two changes carry the same stamp.
}

export const ACTOR_TYPES = ['user', 'operator', 'service'] as const;
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted'] as const;

/** The values of a field before and after a change. Secret values are replaced by `[hidden]`. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** One change of a resource, with its position in the chain. Times are ISO 8601. */
export interface AuditEntry {
  id: string;
  number: number;
  at: string; // Time of the change.
  recorded_at: string; // Time it was appended; never earlier than that of the preceding entry.
  actor: { type: (typeof ACTOR_TYPES)[number]; user_id: string | null; client_id: string | null };
  source_ip: string | null;
  request_id: string | null;
  operation: string | null;
  resource: { type: ResourceType; id: string };
  action: (typeof AUDIT_ACTIONS)[number];
  changes: FieldChange[];
  previous_hash: string;
  hash: string;
}

/** An entry without a position in the chain. */
export type AuditDraft = Omit<AuditEntry, 'number' | 'recorded_at' | 'previous_hash' | 'hash'>;
/** The most recent entry of a chain, sufficient to append to it. */
export type AuditHead = { workspace_id: string; number: number; hash: string; recorded_at: string; version: number };
/** Computes SHA-256 of UTF-8 text in hexadecimal. Injected, because the domain performs no I/O. */
export type Hash = (text: string) => string;

/** Returns the previous hash of the first entry, which identifies the workspace. */
export function genesisHash(workspaceId: string, hash: Hash): string {
  return hash(workspaceId);
}

/** Computes the hash of an entry over all other fields in canonical JSON. See docs/audit.md. */
export function entryHash({ hash: _, ...content }: AuditEntry, hash: Hash): string {
  return hash(canonicalJson(content));
}

/** Returns the head of an empty chain. */
export function genesisHead(workspaceId: string, hash: Hash): AuditHead {
  return { workspace_id: workspaceId, number: 0, hash: genesisHash(workspaceId, hash), recorded_at: '', version: 0 };
}

/** Appends drafts to a chain. Times never decrease, even if clocks differ, so that they can be searched. */
export function appendEntries(head: AuditHead, drafts: AuditDraft[], recordedAt: string, hash: Hash) {
  const recorded_at = recordedAt > head.recorded_at ? recordedAt : head.recorded_at;
  let { number, hash: previous_hash } = head;
  const entries = drafts.map((draft) => {
    number += 1;
    const entry: AuditEntry = { ...draft, number, recorded_at, previous_hash, hash: '' };
    entry.hash = entryHash(entry, hash);
    previous_hash = entry.hash;
    return entry;
  });
  return { entries, head: { ...head, number, hash: previous_hash, recorded_at } };
}
