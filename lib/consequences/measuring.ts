import { randomBytes } from 'node:crypto';
import { usableAccount } from '../accounts/usable-account.ts';
import { textFor } from '../domain/content.ts';
import type { Entry } from '../domain/entry.ts';
import { makeId } from '../domain/id.ts';
import {
  type Measurement,
  newMeasurement,
  nextReading,
  type Observation,
  withReading,
} from '../domain/measurement.ts';
import { hashtagsOf, topicsOf } from '../domain/terms.ts';
import { log } from '../log.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { bucketWrites, publicationWrites } from '../table/bucket.ts';
import { commitOnce } from '../table/commit.ts';
import { loadContent } from '../table/content.ts';
import { dueMeasurements, measurementWrite, observationWrite } from '../table/measurement.ts';
import { publishedPostWrite } from '../table/published-post.ts';
import { connectionTo } from './connection.ts';
import { countTerms } from './term-counting.ts';

const READ_DEADLINE_MS = 15_000;
export const POSTS_A_READ = 100;
export const POSTS_A_RUN = 1_000;
// Within the function's five minutes: what a run does not get to is due again in the next.
const RUN_MS = 270_000;

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
    await commitOnce([publishedPostWrite({ workspace_id, content_id, platform, platform_post_id })]);
  }
  const terms = [...hashtagsOf(text), ...topicsOf(text)];
  await countTerms(workspace_id, [{ content_id, platform, terms, at: after.published_at! }]);
}

/** A new observation is added to its buckets, and marked, in one transaction. */
export async function followObservation(before: Observation | null, after: Observation | null) {
  if (before || !after || after.is_applied) return;
  await commitOnce([observationWrite(after, { ...after, is_applied: true }), ...bucketWrites(after)]);
}

/** Reads the numbers of the posts that are due, oldest first, as the platforms report them. */
export async function collectDue(nowMs: number): Promise<void> {
  const { records: due, unreadable } = await dueMeasurements(new Date(nowMs).toISOString(), POSTS_A_RUN);
  if (unreadable > 0) log.error('measurements of a newer schema were left alone', { unreadable });
  const groups = Map.groupBy(due, (each) => `${each.workspace_id}\n${each.platform}`);
  for (const group of groups.values()) {
    for (let start = 0; start < group.length; start += POSTS_A_READ) {
      if (Date.now() - nowMs > RUN_MS) {
        log.warn('the run ended before everything due was read', { due: due.length });
        return;
      }
      await collect(group.slice(start, start + POSTS_A_READ), nowMs);
    }
  }
}

async function collect(posts: Measurement[], nowMs: number): Promise<void> {
  const { workspace_id, platform } = posts[0]!;
  const { collectEveryMinutes } = settings();
  let readings: Awaited<ReturnType<(typeof PUBLISHERS)[typeof platform]['metrics']>> = [];
  try {
    const usable = await usableAccount(workspace_id, platform);
    const ids = posts.map((post) => post.platform_post_id);
    if (usable.state === 'usable') {
      const connection = connectionTo(platform, READ_DEADLINE_MS);
      readings = await PUBLISHERS[platform].metrics(ids, usable.credentials, connection);
    }
  } catch (error) {
    log.warn('numbers not read', { workspace_id, platform, error: error as Error });
  }
  const byPost = new Map(readings.map((reading) => [reading.platformPostId, reading]));
  for (const post of posts) {
    const reading = byPost.get(post.platform_post_id);
    if (!reading) {
      // Asked again at the usual pace: a post that is gone must not be asked for every run.
      const due_at = nextReading(post.published_at, nowMs, collectEveryMinutes);
      await commitOnce([measurementWrite(post, { ...post, due_at })]);
      continue;
    }
    const { platformPostId: _, ...totals } = reading;
    const observationId = makeId('observation', nowMs, randomBytes(10));
    const read = withReading(post, totals, { nowMs, observationId, everyMinutes: collectEveryMinutes });
    await commitOnce([measurementWrite(post, read.measurement), observationWrite(null, read.observation)]);
  }
}
