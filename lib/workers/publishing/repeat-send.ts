import { randomBytes } from 'node:crypto';
import { textFor } from '../../domain/content/content.ts';
import type { Send } from '../../domain/content/schedule-entry.ts';
import { startRepeat } from '../../domain/content/unconfirmed-transitions.ts';
import { makeId } from '../../domain/id.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import type { PublishOutcome } from '../../platforms/publisher.ts';
import { getPlatformConnection } from '../platform-connection.ts';
import { advanceEntry, type StoredEntry } from './advance-entry.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { recordOutcome } from './record-outcome.ts';
import { MIN_TIME_TO_SEND_MS, SEND_DEADLINE_MS } from './send-deadlines.ts';
import { toRetry, type UsableCredentials, withTokenRetry } from './token-retry.ts';

/**
 * Send an unconfirmed post again, with exactly what was sent before. For platforms that store a post under a key of
 * ours: whatever became of the earlier requests, there is one post. As before any request that posts, `sending` is
 * stored first, so that no user can resolve the target during the request.
 */
export async function repeatSend(
  stored: StoredEntry,
  send: Send,
  access: UsableCredentials,
  endsAtMs: number,
): Promise<void> {
  if (Date.now() + MIN_TIME_TO_SEND_MS > endsAtMs) return;
  const id = makeId('attempt', Date.now(), randomBytes(10));
  const sending = await advanceEntry(stored, (now) => startRepeat(now, stored.entry, send, id, Date.now()), 'sending');
  if (!sending) return;
  const { entry, content } = sending;
  const post = { text: textFor(content, entry.platform), media: content.media };
  const { externalId } = access.credentials;
  const sent = await withTokenRetry(access, endsAtMs - MIN_TIME_TO_SEND_MS, async ({ credentials }) => {
    if (credentials.externalId !== externalId) return toRetry('account_unavailable');
    const connection = getPlatformConnection(entry.platform, SEND_DEADLINE_MS, credentials);
    return PUBLISHERS[entry.platform].send(post, send.prepared_state ?? {}, credentials, connection);
  });
  await recordOutcome(sending, entry, toRepeatOutcome(sent.outcome, send), sent.account.account);
}

/** A request that was rejected or not sent says nothing about the earlier ones. */
function toRepeatOutcome(outcome: PublishOutcome, send: Send): AttemptOutcome {
  if (outcome.outcome === 'unknown') return outcome;
  if (outcome.outcome !== 'published') return { outcome: 'unresolved', error: outcome.error };
  const { platformPostId, url } = outcome;
  return { outcome: 'identified', post: { platformPostId, url, publishedAtMs: Date.now(), send } };
}
