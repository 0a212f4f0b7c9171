import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { splitByFit } from '../../core/stream/batches.ts';
import { commit, mergeIncrements } from '../../core/table/commit.ts';
import { keyText, type PrimaryKey } from '../../core/table/schema.ts';
import type { Platform } from '../../platforms/platform.ts';
import { newTerms, termBucketBytes, termCapacityFilter } from '../rules/term-bucket.ts';
import { dayOf } from '../rules/time-buckets.ts';
import {
  countName,
  loadPostTerms,
  loadTermBucketNames,
  type PostTerms,
  postTermsWrite,
  type Series,
  termBucketKey,
  termCountIncrements,
} from '../store/term-counts.ts';

/** The terms of one text of a post, or of a comment on it. `at` is when it was written (ISO 8601). */
export type TextTerms = { content_id: string; platform: Platform; terms: string[]; at: string };

const MAX_TRANSACTION_ITEMS = 100;
// An update expression is limited to 4 KB, about 300 terms.
const MAX_TERMS_PER_BUCKET_WRITE = 250;
// A transaction is limited to 4 MB. The rest is for the buckets.
const MAX_POST_TERMS_BYTES = 3_500_000;

/**
 * Count the terms of texts, per platform and for all platforms. A term counts once per post, in the hour of the
 * first text that contains it. The counted terms of a post are saved in the same transaction, so that a
 * redelivered text counts nothing. Throws when the retries are exhausted.
 */
export async function countTerms(workspaceId: string, texts: TextTerms[]): Promise<void> {
  const withTerms = texts.filter(({ terms }) => terms.length > 0);
  const byPlatform = Map.groupBy(withTerms, ({ platform }) => platform);
  await Promise.all(
    [...byPlatform, ['all', withTerms] as const].map(async ([series, group]) => {
      for (const part of splitIntoTransactions(workspaceId, series, group)) {
        await retryOnConflict(RETRY_POLICIES.termCounts, () => countBatch(workspaceId, series, part));
      }
    }),
  );
}

/** Split texts into parts that each fit into one transaction. A text has at most 120 terms, which fit. */
function splitIntoTransactions(workspaceId: string, series: Series, texts: TextTerms[]): TextTerms[][] {
  const counted = new Map(
    texts.map((text) => [
      text,
      text.terms.map((term) => [bucketOf(workspaceId, series, term, text.at), term] as const),
    ]),
  );
  return splitByFit(texts, (part) => {
    const terms = new Map<string, number>();
    for (const [bucket] of part.flatMap((text) => counted.get(text)!)) terms.set(bucket, (terms.get(bucket) ?? 0) + 1);
    const posts = new Set(part.map(({ content_id }) => content_id));
    const days = new Set(part.map(({ at }) => dayOf(new Date(at))));
    const isShort = Math.max(...terms.values()) <= MAX_TERMS_PER_BUCKET_WRITE;
    return isShort && posts.size + terms.size + days.size <= MAX_TRANSACTION_ITEMS;
  });
}

async function countBatch(workspaceId: string, series: Series, texts: TextTerms[]): Promise<void> {
  const ids = [...new Set(texts.map(({ content_id }) => content_id))];
  const [found, isAdmitted] = await Promise.all([
    loadPostTerms(workspaceId, series, ids),
    loadCapacityFilter(workspaceId, series, texts),
  ]);
  const before = new Map(ids.map((id, index) => [id, found[index] ?? null]));
  const after = new Map<string, PostTerms>();
  let rejected = 0;
  const increments = texts.flatMap(({ content_id, terms, at }) => {
    const unseen = { workspace_id: workspaceId, series, content_id, terms: [], version: 0 };
    const post = after.get(content_id) ?? before.get(content_id) ?? unseen;
    const unseenTerms = newTerms(post.terms, terms);
    const fresh = unseenTerms.filter((term) => isAdmitted(term, at));
    rejected += unseenTerms.length - fresh.length;
    if (fresh.length === 0) return [];
    after.set(content_id, { ...post, terms: [...post.terms, ...fresh] });
    return termCountIncrements(workspaceId, series, { terms: fresh, at });
  });
  if (ids.length > 1 && termsBytes(after.values()) > MAX_POST_TERMS_BYTES) {
    // Posts with hundreds of long terms, which other scripts write with up to four bytes a letter.
    const half = new Set(ids.slice(0, ids.length >> 1));
    const [first = [], second = []] = [true, false].map((isFirst) =>
      texts.filter(({ content_id }) => half.has(content_id) === isFirst),
    );
    await countBatch(workspaceId, series, first);
    return countBatch(workspaceId, series, second);
  }
  if (rejected > 0) log.info('term bucket full', { workspace_id: workspaceId, series, rejected });
  const nowMs = Date.now();
  await commit([
    ...[...after].map(([id, post]) => postTermsWrite(before.get(id) ?? null, post, nowMs)),
    ...mergeIncrements(increments),
  ]);
}

function termsBytes(posts: Iterable<PostTerms>): number {
  return [...posts].reduce((sum, { terms }) => sum + termBucketBytes(terms), 0);
}

/** Return a filter of the terms that fit into the buckets of these texts. Some may be full. */
async function loadCapacityFilter(workspaceId: string, series: Series, texts: TextTerms[]) {
  const keys = new Map<string, PrimaryKey>();
  for (const { terms, at } of texts) {
    for (const term of terms) {
      const key = termBucketKey(workspaceId, series, term, at);
      keys.set(keyText(key), key);
    }
  }
  const names = await loadTermBucketNames([...keys.values()]);
  const filters = new Map([...keys.keys()].map((bucket, index) => [bucket, termCapacityFilter(names[index]!)]));
  return (term: string, at: string) => filters.get(bucketOf(workspaceId, series, term, at))!(countName(term, at));
}

function bucketOf(workspaceId: string, series: Series, term: string, at: string): string {
  return keyText(termBucketKey(workspaceId, series, term, at));
}
