import { publisherOf } from '../../adapters/adapters.ts';
import type { Post, Preparation, PreparedState, PrepareOutcome, PublishOutcome } from '../../adapters/kit/publisher.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite } from '../../content/store/schedule-entries.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { mediaOf } from './library-media.ts';
import { getPlatformConnection } from './platform-connection.ts';
import { type UsableCredentials, withTokenRetry } from './token-retry.ts';

const PREPARE_DEADLINE_MS = 15_000;
// A step takes up to three requests: download an image, start its upload, upload it. Then its result is saved.
const STEP_MS = 3 * PREPARE_DEADLINE_MS + 5_000;

/** The outcome of a preparation, with the entry as it was saved last, and the account in use. */
type Prepared = { outcome: PrepareOutcome | PublishOutcome; entry: ScheduleEntry; account: UsableCredentials };

/**
 * Prepare the post of a claimed entry until the worker ends (`endsAtMs`), or continue an earlier preparation. Each step
 * is saved, so that an attempt after a crash continues there. Returns null when another worker has taken over.
 */
export async function prepareEntry(
  claimed: ScheduleEntry,
  post: Post,
  account: UsableCredentials,
  endsAtMs: number,
): Promise<Prepared | null> {
  let entry = claimed;
  // Another account may be connected while this attempt runs.
  let accountId = account.credentials.externalId;
  const preparation: Preparation = {
    get saved() {
      return isOfAccount(entry.prepared_state, accountId) ? entry.prepared_state : null;
    },
    get mayBeLive() {
      return (entry.unconfirmed_send?.sends ?? []).length > 0;
    },
    save: async (progress) => {
      const after = { ...entry, prepared_state: { ...progress, accountId } };
      await commit([entryWrite(entry, after)]);
      entry = { ...after, version: entry.version + 1 };
    },
    hasTime: () => Date.now() + STEP_MS <= endsAtMs,
  };
  try {
    const result = await withTokenRetry(account, Number.POSITIVE_INFINITY, ({ account, credentials }) => {
      accountId = credentials.externalId;
      const connection = { ...getPlatformConnection(account, PREPARE_DEADLINE_MS), ...mediaOf(account) };
      return publisherOf(account).prepare(post, credentials, connection, preparation);
    });
    const { outcome } = result;
    if (outcome.outcome !== 'prepared') return { ...result, entry };
    return { ...result, outcome: { ...outcome, preparation: { ...outcome.preparation, accountId } }, entry };
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}

/** Upload and containers belong to an account, which a user may have replaced since. */
function isOfAccount(prepared: PreparedState | null, accountId: string): boolean {
  return prepared?.accountId === undefined || prepared.accountId === accountId;
}
