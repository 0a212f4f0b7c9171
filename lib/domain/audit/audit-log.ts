import { canonicalJson } from '../canonical-json.ts';
import type { AuditedKind } from './audit-fields.ts';

/** Who asked for a change, and from where: what is committed with it. Times are ISO 8601. */
export interface AuditStamp {
  type: 'user' | 'operator';
  user_id: string | null;
  client_id: string | null;
  source_ip: string | null;
  request_id: string | null;
  operation: string;
  at: string;
  /** Random, so that no two changes carry the same stamp, whatever the caller says of itself. */
  change_id: string;
}

export const ACTOR_TYPES = ['user', 'operator', 'service'] as const;
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted'] as const;

/** The values of a field before and after a change. Secret values are replaced by `[hidden]`. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** One change of a thing of the workspace, in its place in the chain. Times are ISO 8601. */
export interface AuditEntry {
  id: string;
  number: number;
  /** When the change was made. */
  at: string;
  /** When it was appended; never earlier than that of the entry before. */
  recorded_at: string;
  actor: { type: (typeof ACTOR_TYPES)[number]; user_id: string | null; client_id: string | null };
  source_ip: string | null;
  request_id: string | null;
  operation: string | null;
  resource: { type: Lowercase<AuditedKind>; id: string };
  action: (typeof AUDIT_ACTIONS)[number];
  changes: FieldChange[];
  previous_hash: string;
  hash: string;
}

/** An entry that has no place in the chain yet. */
export type AuditDraft = Omit<AuditEntry, 'number' | 'recorded_at' | 'previous_hash' | 'hash'>;

/** The newest entry of a workspace's chain: all that is needed to append to it. */
export interface AuditHead {
  workspace_id: string;
  number: number;
  hash: string;
  recorded_at: string;
  version: number;
}

/** SHA-256 of a text in UTF-8, in hexadecimal digits. Given as an argument: there is no I/O in this room. */
export type Hash = (text: string) => string;

/** What the first entry of a workspace follows on: it says whose chain this is. */
export function genesisHash(workspaceId: string, hash: Hash): string {
  return hash(workspaceId);
}

/** The hash of an entry: of everything it says but its hash, in canonical form. docs/audit.md states it. */
export function entryHash({ hash: _, ...said }: AuditEntry, hash: Hash): string {
  return hash(canonicalJson(said));
}

/** The chain before its first entry. */
export function genesisHead(workspaceId: string, hash: Hash): AuditHead {
  return {
    workspace_id: workspaceId,
    number: 0,
    hash: genesisHash(workspaceId, hash),
    recorded_at: '',
    version: 0,
  };
}

/**
 * The drafts as the next entries after `head`, and the head they leave. `recordedAt` is now; an entry is never
 * recorded before the one before it, whatever two clocks say, so that the times of a chain can be searched.
 */
export function appendEntries(
  head: AuditHead,
  drafts: AuditDraft[],
  recordedAt: string,
  hash: Hash,
): { entries: AuditEntry[]; head: AuditHead } {
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
