import { settings } from '../../config/settings.ts';
import { getCredentials } from '../../connected-accounts/account-credentials.ts';
import { textFor } from '../../domain/content/content.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import {
  markNotPublished,
  markPublished,
  type PublishedPostRef,
  scheduleNextCheck,
  stopChecking,
} from '../../domain/content/unconfirmed-transitions.ts';
import { PUBLISHERS } from '../../platforms/adapters.ts';
import type { PrepareOutcome, PublishingAccount, PublishOutcome, ReconcileOutcome } from '../../platforms/publisher.ts';
import { loadContent } from '../../table/contents.ts';
import { getPlatformConnection } from '../platform-connection.ts';
import { advanceEntry } from './advance-entry.ts';

const READ_DEADLINE_MS = 15_000;

/** Outcome of an attempt. `live`: the post of an earlier attempt is live, so this one has nothing to send. */
export type AttemptOutcome =
  | Exclude<PublishOutcome | PrepareOutcome, { outcome: 'prepared' }>
  | ({ outcome: 'live' } & PublishedPostRef);

/** Checks with the platform whether an unconfirmed post is live, and saves the result. */
export async function reconcileEntry(entry: ScheduleEntry): Promise<void> {
  const account = await getCredentials(entry.workspace_id, entry.platform);
  // Without a token the check is repeated later: the account may be reconnected before the last check.
  const result: ReconcileOutcome =
    account.state === 'usable' ? await findPost(entry, account.credentials) : { found: 'not_seen' };
  if (result.found === 'live') {
    await advanceEntry(entry, (content) => markPublished(content, entry, result, Date.now()), 'confirmed');
  } else if (result.found === 'not_live') {
    const limit = settings().latenessLimitSeconds;
    await advanceEntry(entry, (content) => markNotPublished(content, entry, Date.now(), limit), 'not live');
  } else if (result.found === 'unsupported') {
    await advanceEntry(entry, (content) => stopChecking(content, entry, Date.now()), 'cannot be looked up');
  } else {
    await advanceEntry(entry, (content) => scheduleNextCheck(content, entry, Date.now()), 'not seen');
  }
}

/**
 * Returns the outcome of an attempt after a send with an unknown outcome.
 * A rejection as a duplicate then means that the earlier post is live.
 */
export async function resolveDuplicate(
  entry: ScheduleEntry,
  outcome: AttemptOutcome,
  credentials: PublishingAccount,
): Promise<AttemptOutcome> {
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content' || !entry.unconfirmed_send)
    return outcome;
  if (outcome.duplicateOf !== undefined) {
    return { outcome: 'live', platformPostId: outcome.duplicateOf, url: null, publishedAtMs: null };
  }
  const result = await findPost(entry, credentials);
  if (result.found === 'live') return { outcome: 'live', ...result };
  return { outcome: 'live', platformPostId: null, url: null, publishedAtMs: null };
}

async function findPost(entry: ScheduleEntry, credentials: PublishingAccount): Promise<ReconcileOutcome> {
  const content = await loadContent(entry.workspace_id, entry.content_id);
  if (!content || !entry.unconfirmed_send) return { found: 'unsupported' };
  const sent = {
    text: textFor(content, entry.platform),
    media: content.media,
    preparation: entry.prepared_state ?? {},
    sentAtMs: Date.parse(entry.unconfirmed_send.sent_at),
    lastSentAtMs: Date.parse(entry.unconfirmed_send.last_sent_at ?? entry.unconfirmed_send.sent_at),
  };
  return PUBLISHERS[entry.platform].reconcile(
    sent,
    credentials,
    getPlatformConnection(entry.platform, READ_DEADLINE_MS),
  );
}
