import { textFor } from '../domain/content.ts';
import type { Entry } from '../domain/entry.ts';
import { newMeasurement, type Observation } from '../domain/measurement.ts';
import { termsOf } from '../domain/terms.ts';
import { bucketWrites, publicationWrites } from '../table/bucket.ts';
import { commitOnce } from '../table/commit.ts';
import { loadContent } from '../table/content.ts';
import { measurementWrite, observationWrite } from '../table/measurement.ts';
import { publishedPostWrite } from '../table/published-post.ts';
import { keepEarlyComments } from './early-comments.ts';
import { countTerms } from './term-counting.ts';

/** A post that has just been published is measured from now on, and its terms are counted. */
export async function followPublication(before: Entry | null, after: Entry | null): Promise<void> {
  if (after?.state !== 'published' || before?.state === 'published') return;
  const { workspace_id, content_id, platform, platform_post_id } = after;
  const content = await loadContent(workspace_id, content_id);
  const text = content ? textFor(content, platform) : '';
  // Without the platform's id of it, nobody can ask for its numbers, or tell of engagement with it.
  if (platform_post_id !== null) {
    await commitOnce([
      measurementWrite(null, newMeasurement(after, text)),
      ...publicationWrites({ workspace_id, content_id, platform, published_at: after.published_at! }),
    ]);
    const post = { workspace_id, content_id, platform, platform_post_id };
    await commitOnce([publishedPostWrite(post)]);
    await keepEarlyComments(post, Date.now());
  }
  await countTerms(workspace_id, [{ content_id, platform, terms: termsOf(text), at: after.published_at! }]);
}

/** A new observation is added to its buckets, and marked, in one transaction. */
export async function followObservation(before: Observation | null, after: Observation | null) {
  if (before || !after || after.is_applied) return;
  await commitOnce([observationWrite(after, { ...after, is_applied: true }), ...bucketWrites(after)]);
}
