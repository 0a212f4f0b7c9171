import { type AuditEntry, type AuditHead, entryHash, type Hash } from './audit-log.ts';

/**
 * How a chain can be broken at an entry.
 * - `missing`: there is none under this number.
 * - `misplaced`: the one there says another number.
 * - `altered`: its hash is not that of what it says.
 * - `unlinked`: it does not follow on the entry before it, or on the hash that was known of that.
 * - `not_the_head`: it is the newest, and the head says another hash.
 * - `beyond_the_head`: it is there, and the head says that there are fewer.
 */
export const AUDIT_BREAKS = [
  'missing',
  'misplaced',
  'altered',
  'unlinked',
  'not_the_head',
  'beyond_the_head',
] as const;

export interface ChainBreak {
  number: number;
  reason: (typeof AUDIT_BREAKS)[number];
}

/** A stretch of a chain: the entries found under the numbers `from` to `to`, and one more, by number. */
export interface ChainSegment {
  from: number;
  /** The last number to look at: at most that of the head. */
  to: number;
  /** The hash `from` has to follow on. */
  previousHash: string;
  found: Map<number, AuditEntry>;
  head: Pick<AuditHead, 'number' | 'hash'>;
  /** Entries were appended since the head was read, so there may be one after it. */
  hasGrown: boolean;
}

export interface VerificationResult {
  /** Entries that were found to be right, before the first that was not. */
  checked: number;
  /** The hash of the last of them; of the one before `from` when there are none. */
  hash: string;
  broken: ChainBreak | null;
}

/**
 * Computes every hash of a stretch again and follows every link, up to the first that is broken. A stretch that
 * reaches the head has to end there.
 */
export function verifySegment(stretch: ChainSegment, hash: Hash): VerificationResult {
  const { from, to, found, head } = stretch;
  let previousHash = stretch.previousHash;
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
    if (found.has(head.number + 1) && !stretch.hasGrown) return brokenBy('beyond_the_head', head.number + 1);
  }
  return { checked: number - from, hash: previousHash, broken: null };
}

function breakAt(
  entry: AuditEntry,
  number: number,
  previousHash: string,
  head: ChainSegment['head'],
  hash: Hash,
): ChainBreak['reason'] | null {
  if (entry.number !== number) return 'misplaced';
  if (entryHash(entry, hash) !== entry.hash) return 'altered';
  if (entry.previous_hash !== previousHash) return 'unlinked';
  return number === head.number && entry.hash !== head.hash ? 'not_the_head' : null;
}
