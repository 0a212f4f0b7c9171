import { newTerms, termBucketBytes, termBucketOf, termCapacityFilter } from '../../domain/analytics/term-bucket.ts';
import type { Platform } from '../../domain/platform.ts';
import { log } from '../../observability/log.ts';
import { commit, mergeIncrements } from '../../table/commit.ts';
import { RETRY_POLICIES, retryOnConflict } from '../../table/conflict.ts';
import {
  countName,
  loadPostTerms,
  loadTermBucketNames,
  type PostTerms,
  postTermsWrite,
  type Series,
  TermBucketFullError,
  termCountIncrements,
} from '../../table/term-counts.ts';
import { splitByFit } from '../batches.ts';

/** The terms of one text of a post, or of a comment on it. `at` is when it was written (ISO 8601). */
export type TextTerms = { content_id: string; platform: Platform; terms: string[]; at: string };

// A transaction is limited to 100 writes, and a text causes up to three of them. An update expression is limited
// to 4 KB, about 300 terms.
const MAX_TEXTS_PER_TRANSACTION = 30;
const MAX_TERMS_PER_TRANSACTION = 250;
// A transaction is limited to 4 MB. The rest is for the bucket, which may have 64 KB and a text.
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
      for (const part of splitByFit(group, fitsTransaction)) await countBatchWithRetry(workspaceId, series, part);
    }),
  );
}

/** Return whether texts fit into one transaction. A text has at most 120 terms. */
function fitsTransaction(texts: TextTerms[]): boolean {
  const terms = texts.reduce((sum, text) => sum + text.terms.length, 0);
  return texts.length <= MAX_TEXTS_PER_TRANSACTION && terms <= MAX_TERMS_PER_TRANSACTION;
}

async function countBatchWithRetry(workspaceId: string, series: Series, texts: TextTerms[]): Promise<void> {
  let isFull = false;
  await retryOnConflict(RETRY_POLICIES.termCounts, async () => {
    try {
      await countBatch(workspaceId, series, texts, isFull);
    } catch (error) {
      if (!(error instanceof TermBucketFullError)) throw error;
      isFull = true;
      log.info('term bucket full', { workspace_id: workspaceId, series });
      await countBatch(workspaceId, series, texts, isFull);
    }
  });
}

async function countBatch(workspaceId: string, series: Series, texts: TextTerms[], isFull: boolean): Promise<void> {
  const ids = [...new Set(texts.map(({ content_id }) => content_id))];
  const found = await loadPostTerms(workspaceId, series, ids);
  const before = new Map(ids.map((id, index) => [id, found[index] ?? null]));
  const isAdmitted = isFull ? await loadCapacityFilter(workspaceId, series, texts) : () => true;
  const after = new Map<string, PostTerms>();
  const increments = texts.flatMap(({ content_id, terms, at }) => {
    const unseen = { workspace_id: workspaceId, series, content_id, terms: [], version: 0 };
    const post = after.get(content_id) ?? before.get(content_id) ?? unseen;
    const fresh = newTerms(post.terms, terms).filter((term) => isAdmitted(term, at));
    if (fresh.length === 0) return [];
    after.set(content_id, { ...post, terms: [...post.terms, ...fresh] });
    return termCountIncrements(workspaceId, series, { terms: fresh, at }, isFull);
  });
  if (ids.length > 1 && termsBytes(after.values()) > MAX_POST_TERMS_BYTES) {
    // Posts with hundreds of long terms, which other scripts write with up to four bytes a letter.
    const half = new Set(ids.slice(0, ids.length >> 1));
    const [first = [], second = []] = [true, false].map((isFirst) =>
      texts.filter(({ content_id }) => half.has(content_id) === isFirst),
    );
    await countBatch(workspaceId, series, first, isFull);
    return countBatch(workspaceId, series, second, isFull);
  }
  const nowMs = Date.now();
  await commit([
    ...[...after].map(([id, post]) => postTermsWrite(before.get(id) ?? null, post, nowMs)),
    ...mergeIncrements(increments),
  ]);
}

function termsBytes(posts: Iterable<PostTerms>): number {
  return [...posts].reduce((sum, { terms }) => sum + termBucketBytes(terms), 0);
}

/** Return a filter of the terms that fit into the buckets of these texts, one of which may be full. */
async function loadCapacityFilter(workspaceId: string, series: Series, texts: TextTerms[]) {
  const times = texts.map(({ at }) => at);
  const namesByBucket = await loadTermBucketNames(workspaceId, series, times);
  const filters = new Map([...namesByBucket].map(([bucket, names]) => [bucket, termCapacityFilter(names)]));
  return (term: string, at: string) => filters.get(termBucketOf(new Date(at)))?.(countName(term, at)) ?? true;
}
