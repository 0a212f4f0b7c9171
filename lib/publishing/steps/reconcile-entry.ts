import type { ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import { type NextSend, sendsOfNextPost, sentTexts } from '../../content/rules/sends/earlier-sends.ts';
import { type Identification, identifyPost, windowOf } from '../../content/rules/sends/post-identification.ts';
import { loadOpenSendsOfOthers, sendKey } from '../../content/store/open-sends.ts';
import { loadClaimedPostIds } from '../../content/store/post-claims.ts';
import { log } from '../../core/observability/log.ts';
import { PUBLISHERS, publisherOf } from '../../platforms/adapters.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';
import type { Post, PublishingAccount, ReconcileOutcome } from '../../platforms/kit/publisher.ts';
import type { Finding } from '../rules/attempt-outcome.ts';
import { textsOf, withTexts } from '../rules/sent-texts.ts';
import { getPlatformConnection } from './platform-connection.ts';
import type { UsableCredentials } from './platform-requests.ts';

const READ_DEADLINE_MS = 15_000;

/**
 * Look for the post of each send whose outcome is unknown and that may have created the next post: on the platform, or
 * compare with the one it `named`. What is looked for has the texts that were stored when they were sent. Those of an
 * earlier version were not stored, and `post` has the present ones.
 */
export async function findPost(
  entry: ScheduleEntry,
  post: Post,
  nextSend: NextSend,
  { account, credentials }: UsableCredentials,
  named?: FoundPost,
): Promise<Finding> {
  const results: Exclude<Finding, { result: 'found' }>['result'][] = [];
  for (const send of sendsOfNextPost(entry, nextSend, Date.now())) {
    const connection = getPlatformConnection(account, READ_DEADLINE_MS);
    const preparation = send.prepared_state ?? {};
    const sent = { ...withTexts(post, sentTexts(entry, send)), preparation, window: windowOf(send) };
    const found: ReconcileOutcome = named
      ? { found: 'candidates', posts: [named] }
      : await publisherOf(account).reconcile(sent, credentials, connection);
    if (found.found === 'own') {
      const { post, following } = found;
      return { result: 'found', post: { ...post, ...(following ? { following } : {}), send } };
    }
    if (found.found !== 'candidates') {
      results.push(found.found);
      continue;
    }
    const identification = await identify(entry, send, found.posts);
    if (identification.result === 'found') return identification;
    // A post that is not in a list may still be live.
    const unlisted = windowOf(send).toMs < Date.now() ? 'not_listed' : 'not_seen';
    results.push(identification.result === 'none' && !named ? unlisted : identification.result);
  }
  return { result: combine(results) };
}

/** Combine what is known of several sends: of all together, only what is known of each. A post of one is a post of all. */
function combine<Result extends string>(results: Result[]): Result | 'not_seen' | 'no_sends' {
  const [first] = results;
  if (first === undefined) return 'no_sends';
  const ambiguous = results.find((result) => result === 'ambiguous');
  if (ambiguous) return ambiguous;
  return results.every((result) => result === first) ? first : 'not_seen';
}

/** Return the key of the sends of a text from an account: of all texts, where one request publishes a thread. */
export function sendKeyFor(
  platform: ScheduleEntry['platform'],
  { externalId }: PublishingAccount,
  { text, following }: Pick<Post, 'text' | 'following'>,
) {
  const texts = textsOf({ text, following }).map(PUBLISHERS[platform].comparableText);
  return sendKey(platform, externalId, texts.join('\n'));
}

/** Identify the post of a send among posts that were read before. */
async function identify(entry: ScheduleEntry, send: Send, posts: FoundPost[]): Promise<Identification> {
  if (posts.length === 0) return { result: 'none' };
  const { platform, content_id, workspace_id, id } = entry;
  // In this order: a target that gets its post in between is among the first, or its claim among the second.
  const sends = await loadOpenSendsOfOthers(send.key, content_id);
  const claimedPostIds = await loadClaimedPostIds(
    entry,
    posts.map(({ platformPostId }) => platformPostId),
  );
  const identification = identifyPost(posts, send, { sends, claimedPostIds });
  if (identification.result === 'ambiguous') {
    log.warn('post may belong to another target', { workspace_id, content_id, schedule_id: id, platform });
  }
  return identification;
}
