import { publisherOf } from '../../adapters/adapters.ts';
import type { Post } from '../../adapters/kit/publisher.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { getPlatformConnection } from './platform-connection.ts';
import { toRetry, type UsableCredentials, withTokenRetry } from './token-retry.ts';

/** The deadline of a request that posts. */
const SEND_DEADLINE_MS = 20_000;

/** Sending starts only if there is time left to receive and save the response. */
export const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;

/** A post, and what its preparation returned. */
export interface PreparedPost {
  post: Post;
  preparation: NonNullable<ScheduleEntry['prepared_state']>;
}

/**
 * Send the prepared post of an entry whose sending is stored. Returns the outcome with the account that was used: the
 * token may have been refreshed. A post is sent only as the account that it was prepared for.
 */
export function sendPost(
  entry: ScheduleEntry,
  { post, preparation }: PreparedPost,
  access: UsableCredentials,
  endsAtMs: number,
) {
  const { externalId } = access.credentials;
  return withTokenRetry(access, endsAtMs - MIN_TIME_TO_SEND_MS, async ({ account, credentials }) => {
    // Another account was connected: the post is prepared for it by the next attempt.
    if (credentials.externalId !== externalId) return toRetry('account_unavailable');
    const connection = getPlatformConnection(account, SEND_DEADLINE_MS, entry.attempts);
    return publisherOf(account).send(post, preparation, credentials, connection);
  });
}
