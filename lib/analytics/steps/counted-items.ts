import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { tooMuchToCompare } from '../problems.ts';
import { type CountedItem, firstPublications } from '../rules/term-histories.ts';
import { latestPostMetrics } from '../store/post-metrics.ts';
import { loadPostTerms, type Series } from '../store/term-counts.ts';

/** The most posts whose terms are compared. */
const MAX_COMPARED_POSTS = 2_000;

/**
 * Load the terms of the items that were published since a time, of all or of these ids. Throws 422 for a workspace that has
 * published more than 2,000 posts since.
 */
export async function loadCountedItems(
  workspaceId: string,
  series: Series,
  from: Date,
  wanted: ReadonlySet<string>,
): Promise<CountedItem[]> {
  // The posts are in the order of their scheduled times, and a retry publishes later.
  const posts = await latestPostMetrics(workspaceId, MAX_COMPARED_POSTS + 1, { since: from.getTime() - DAY_MS });
  if (posts.length > MAX_COMPARED_POSTS) throw tooManyError();
  const counted = posts.filter(
    ({ content_id, platform, account_id }) =>
      wanted.has(content_id) && (series === 'all' || platform === series) && !isSandboxAccountId(account_id),
  );
  const first = [...firstPublications(counted)];
  const terms = await loadPostTerms(
    workspaceId,
    series,
    first.map(([id]) => id),
  );
  return first.map(([content_id, at], index) => ({ content_id, at, terms: terms[index]?.terms ?? [] }));
}

function tooManyError(): ApiError {
  const detail = `More than ${MAX_COMPARED_POSTS} posts would be compared. Request a shorter window.`;
  return tooMuchToCompare(detail);
}
