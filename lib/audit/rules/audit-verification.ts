import { type AuditEntry, type AuditHead, entryHash, type Hash, hasIntactParts } from './audit-log.ts';

/**
 * How a chain breaks at an entry: `missing`, `misplaced` (it has another number), `altered` (its hash differs from its
 * content), `unlinked` (it does not link to the preceding entry or the known hash), `not_the_head` (it is the last
 * entry, and the head has another hash) or `beyond_the_head` (it exists, but the head has a lower number).
 */
export const AUDIT_BREAKS = ['missing', 'misplaced', 'altered', 'unlinked', 'not_the_head', 'beyond_the_head'] as const;

export type ChainBreak = { number: number; reason: (typeof AUDIT_BREAKS)[number] };

/** A segment of a chain: the entries `from` to `to` and the one after it, by number. */
export interface ChainSegment {
  from: number;
  to: number; // The last number to verify, at most that of the head.
  previousHash: string; // The previous hash that entry `from` must have.
  found: Map<number, AuditEntry>;
  head: Pick<AuditHead, 'number' | 'hash'>;
  hasGrown: boolean; // Entries are being appended, or were since the head was read, so there may be one after it.
}

/** The head is stored after its entry; when its worker is killed in between, another one repeats within this time. */
export const HEAD_LAG_MS = 15 * 60_000;

/** Return whether an entry was recorded so recently that the head may not include it yet. */
export function isNew({ recorded_at }: Pick<AuditEntry, 'recorded_at'>, nowMs: number): boolean {
  return Math.abs(nowMs - Date.parse(recorded_at)) < HEAD_LAG_MS;
}

export interface VerificationResult {
  checked: number; // Number of intact entries before the first broken one.
  hash: string; // Hash of the last intact entry, or of the one before `from`.
  broken: ChainBreak | null;
}

/** Recompute the hashes and links of a segment up to the first broken entry; at the head, the chain must end. */
export function verifySegment(segment: ChainSegment, hash: Hash): VerificationResult {
  const { from, to, found, head } = segment;
  let previousHash = segment.previousHash;
  let number = from;
  const brokenBy = (reason: ChainBreak['reason'], at = number): VerificationResult => {
    return { checked: number - from, hash: previousHash, broken: { number: at, reason } };
  };
  for (; number <= to; number++) {
    const entry = found.get(number);
    if (!entry) return brokenBy('missing');
    const reason = breakAt(entry, number, previousHash, head, hash);
    if (reason) return brokenBy(reason);
    previousHash = entry.hash;
  }
  if (to === head.number) {
    if (from > head.number + 1) return brokenBy('missing', head.number + 1);
    // Nothing to look at, but what is known of the newest entry.
    if (from > to && previousHash !== head.hash) return brokenBy('unlinked');
    if (found.has(head.number + 1) && !segment.hasGrown) return brokenBy('beyond_the_head', head.number + 1);
  }
  return { checked: number - from, hash: previousHash, broken: null };
}

function breakAt(entry: AuditEntry, number: number, previousHash: string, head: ChainSegment['head'], hash: Hash) {
  if (entry.number !== number) return 'misplaced';
  if (entryHash(entry, hash) !== entry.hash || !hasIntactParts(entry, hash)) return 'altered';
  if (entry.previous_hash !== previousHash) return 'unlinked';
  return number === head.number && entry.hash !== head.hash ? 'not_the_head' : null;
}
