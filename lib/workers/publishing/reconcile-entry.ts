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
import { logConfirmedPost } from './confirmed-post.ts';

const READ_DEADLINE_MS = 15_000;

/** Outcome of an attempt. `live`: the post of an earlier attempt is live, so this one has nothing to send. */
export type AttemptOutcome =
  | Exclude<PublishOutcome | PrepareOutcome, { outcome: 'prepared' }>
  | ({ outcome: 'live' } & PublishedPostRef);

/** Check with the platform whether an unconfirmed post is live, and save the result. */
export async function reconcileEntry(entry: ScheduleEntry): Promise<void> {
  const account = await getCredentials(entry.workspace_id, entry.platform);
  // Without a token the check is repeated later: the account may be reconnected before the last check.
  const result: ReconcileOutcome =
    account.state === 'usable' ? await findPost(entry, account.credentials) : { found: 'not_seen' };
  if (result.found === 'live') {
    logConfirmedPost(entry, result.platformPostId);
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

/** Return the outcome of an attempt. After a send with an unknown outcome, a duplicate means that it is live. */
export async function resolveDuplicate(
  entry: ScheduleEntry,
  outcome: AttemptOutcome,
  credentials: PublishingAccount,
): Promise<AttemptOutcome> {
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content' || !entry.unconfirmed_send)
    return outcome;
  const live = {
    outcome: 'live',
    platformPostId: outcome.duplicateOf ?? null,
    url: null,
    publishedAtMs: null,
  } as const;
  if (outcome.duplicateOf !== undefined) return live;
  const result = await findPost(entry, credentials);
  return result.found === 'live' ? { outcome: 'live', ...result } : live;
}

async function findPost(entry: ScheduleEntry, credentials: PublishingAccount): Promise<ReconcileOutcome> {
  const { platform, unconfirmed_send: send, prepared_state } = entry;
  const content = await loadContent(entry.workspace_id, entry.content_id);
  if (!content || !send) return { found: 'unsupported' };
  const sent = {
    text: textFor(content, platform),
    media: content.media,
    preparation: prepared_state ?? {},
    sentAtMs: Date.parse(send.sent_at),
    lastSentAtMs: Date.parse(send.last_sent_at ?? send.sent_at),
  };
  return PUBLISHERS[platform].reconcile(sent, credentials, getPlatformConnection(platform, READ_DEADLINE_MS));
}
