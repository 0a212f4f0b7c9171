import type { FoundPost } from '../../kit/found-post.ts';
import { missingCredential } from '../../kit/oauth/token-refresh.ts';
import type { MetricsPublisher, PlatformConnection, Post, PublishOutcome } from '../../kit/publisher.ts';
import type { SandboxStore } from '../../kit/sandbox-store.ts';
import { normalizeForComparison } from '../../kit/text/normalize-text.ts';
import { type SandboxOutcome, sandboxOutcomeOf } from '../facts/outcomes.ts';
import { sandboxMetrics } from './metrics.ts';

/**
 * The publisher of sandbox accounts of every platform. It sends no request: posts are stored in the table of the service,
 * and the text of a post decides the outcome. It is as unreliable as a platform: a post that is sent twice exists twice.
 */
export const sandboxPublisher: MetricsPublisher = {
  prepare: async () => ({ outcome: 'prepared', preparation: {} }),

  async send(post, _preparation, _account, connection) {
    const store = storeOf(connection);
    // Of a thread in one request, the first marker of all its parts decides.
    const requested = sandboxOutcomeOf([post, ...(post.following ?? [])].map(({ text }) => text).join('\n'));
    // A rejection for now ends after the first attempt.
    const isRejected = requested.answer?.outcome === 'retry' && store.attempt === 1;
    if (requested.delayMs) await new Promise((resolve) => setTimeout(resolve, requested.delayMs));
    const saved = requested.isStored && !isRejected ? await savePost(store, post) : null;
    const isAnswered = requested.answer && (requested.answer.outcome !== 'retry' || isRejected);
    if (isAnswered) return toOutcome(requested.answer!);
    return saved ?? NOT_SAVED;
  },

  comparableText: normalizeForComparison,

  async reconcile({ text, media, replyTo, window }, _account, connection) {
    const listed = await storeOf(connection).list(window);
    const isSame = (post: Post) =>
      normalizeForComparison(post.text) === normalizeForComparison(text) &&
      post.media.length === media.length &&
      post.replyTo?.parentId === replyTo?.parentId;
    const posts = listed.filter(isSame).map(({ platformPostId, url, publishedAtMs }): FoundPost => {
      const answers = listed.filter((post) => post.replyTo?.rootId === platformPostId);
      const following = answers.map((answer) => ({ platformPostId: answer.platformPostId, url: answer.url }));
      return { platformPostId, url, publishedAtMs, ...(following.length > 0 ? { following } : {}) };
    });
    return { found: 'candidates', posts };
  },

  // A sandbox account is connected without a refresh token, so that a rejected token ends in `needs_reconnect`.
  refresh: async () => missingCredential('a refresh token'),

  async metrics(ids, _account, connection) {
    const store = storeOf(connection);
    return ids.map((id) => sandboxMetrics(id, store.reportsImpressions, Date.now() - store.createdAtMs(id)));
  },
};

const NOT_SAVED: PublishOutcome = {
  outcome: 'unknown',
  error: {
    code: 'no_answer',
    message: 'The sandbox did not confirm the post. It may be live.',
    category: 'platform',
    retryable: false,
  },
};

function storeOf({ sandbox }: PlatformConnection): SandboxStore {
  if (!sandbox) throw new Error('The connection has no sandbox.');
  return sandbox;
}

/** Store a post. Returns null when the table gave no answer: the post may exist. */
async function savePost(store: SandboxStore, post: Post): Promise<PublishOutcome | null> {
  try {
    const [saved, ...following] = await store.save(post);
    return { outcome: 'published', ...saved, ...(following.length > 0 ? { following } : {}) };
  } catch {
    return null;
  }
}

function toOutcome(answer: NonNullable<SandboxOutcome['answer']>): PublishOutcome {
  const { outcome, error, retryAfterSeconds = null } = answer;
  return outcome === 'retry' ? { outcome, error, retryAfterSeconds } : { outcome, error };
}
