import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { ResourceType } from './resource-types.ts';

/** The operation of an erasure of personal data by the operator. */
export const ERASURE = 'workspace.erase';

export const ACTOR_TYPES = ['user', 'operator', 'service', 'review_link', 'agent', 'stage_key', 'portal'] as const;
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted'] as const;

/** The values of a field before and after a change. Secret values are replaced by `[hidden]`. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** The parts of an entry that can hold personal data. Each can be erased, and the chain stays verifiable. */
export const PERSONAL_PARTS = ['source_ip', 'changes'] as const;
type PersonalPart = (typeof PERSONAL_PARTS)[number];

/**
 * Who made a change. Only a review link has `review_link_id`, and only a stage key and a portal `actor`, so that the hashes of other
 * entries do not depend on them.
 */
export interface AuditActor {
  type: (typeof ACTOR_TYPES)[number];
  user_id: string | null;
  client_id: string | null;
  review_link_id?: string;
  actor?: string;
}

/** Build the actor of an entry from the stamp of its change; null for a change by the service. */
export function toAuditActor(stamp: AuditStamp | null): AuditActor {
  const { type = 'service', user_id = null, client_id = null, review_link_id = null, actor = null } = stamp ?? {};
  const link = review_link_id === null ? {} : { review_link_id };
  return { type, user_id, client_id, ...link, ...(actor === null ? {} : { actor }) };
}

/** One change of a resource, with its position in the chain. Times are ISO 8601. */
export interface AuditEntry {
  id: string;
  number: number;
  at: string; // Time of the change.
  recorded_at: string; // Time it was appended; never earlier than that of the preceding entry.
  actor: AuditActor;
  source_ip: string | null; // Null for none, and once erased.
  request_id: string | null;
  operation: string | null;
  resource: { type: ResourceType; id: string };
  action: (typeof AUDIT_ACTIONS)[number];
  changes: FieldChange[] | null; // Null once erased.
  /** Digests of the personal parts, which the hash covers in their place; null where there never was one. */
  digests: Record<PersonalPart, string | null>;
  /** Random salts of the digests, erased with the parts: without its salt, a digest reveals nothing. */
  salts: Record<PersonalPart, string | null>;
  previous_hash: string;
  hash: string;
}

/** An entry without a position in the chain. Its salts are null where the part is. */
export type AuditDraft = Omit<AuditEntry, 'number' | 'recorded_at' | 'digests' | 'previous_hash' | 'hash'>;
/** The newest entry of a chain, sufficient to append to it. */
export type AuditTail = Pick<AuditEntry, 'number' | 'hash' | 'recorded_at'>;
/** The witness of the newest entry, stored apart from the chain: a chain that ends before it was truncated. */
export type AuditHead = { workspace_id: string; number: number; hash: string };
/** Computes SHA-256 of UTF-8 text in hexadecimal. Injected, because rules perform no I/O. */
export type Hash = (text: string) => string;

/** Return the previous hash of the first entry, which identifies the workspace. */
export function genesisHash(workspaceId: string, hash: Hash): string {
  return hash(workspaceId);
}

/** Compute the hash of an entry over all fields but the personal parts and their salts. See docs/audit.md. */
export function entryHash(entry: AuditEntry, hash: Hash): string {
  const { hash: _, source_ip: __, changes: ___, salts: ____, ...content } = entry;
  return hash(canonicalJson(content));
}

/** Return whether each personal part either matches its digest or was erased with its salt. */
export function hasIntactParts(entry: AuditEntry, hash: Hash): boolean {
  return PERSONAL_PARTS.every((part) => {
    const salt = entry.salts[part];
    return salt === null ? entry[part] === null : partDigest(entry[part], salt, hash) === entry.digests[part];
  });
}

function partDigest(value: unknown, salt: string, hash: Hash): string {
  return hash(canonicalJson([salt, value]));
}

/** Return the tail of an empty chain. */
export function genesisTail(workspaceId: string, hash: Hash): AuditTail {
  return { number: 0, hash: genesisHash(workspaceId, hash), recorded_at: '' };
}

/** Append drafts to a chain. Times never decrease, even if clocks differ, so that they can be searched. */
export function appendEntries(tail: AuditTail, drafts: AuditDraft[], recordedAt: string, hash: Hash): AuditEntry[] {
  const recorded_at = recordedAt > tail.recorded_at ? recordedAt : tail.recorded_at;
  let { number, hash: previous_hash } = tail;
  return drafts.map((draft) => {
    number += 1;
    const { salts } = draft;
    const digests = {
      source_ip: salts.source_ip && partDigest(draft.source_ip, salts.source_ip, hash),
      changes: salts.changes && partDigest(draft.changes, salts.changes, hash),
    };
    const entry: AuditEntry = { ...draft, number, recorded_at, digests, previous_hash, hash: '' };
    entry.hash = entryHash(entry, hash);
    previous_hash = entry.hash;
    return entry;
  });
}
