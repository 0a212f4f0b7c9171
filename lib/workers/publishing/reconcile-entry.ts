import { settings } from '../../config/settings.ts';
import { getCredentials } from '../../connected-accounts/account-credentials.ts';
import { textFor } from '../../domain/content/content.ts';
import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import {
  markNotPublished,
  markPublished,
  scheduleNextCheck,
  stopChecking,
} from '../../domain/content/unconfirmed-transitions.ts';
import { PUBLISHERS } from '../../platforms/platforms.ts';
import type { PublishingAccount, ReconcileOutcome } from '../../platforms/publisher.ts';
import { loadContent } from '../../table/contents.ts';
import { getPlatformConnection } from '../platform-connection.ts';
import { advanceEntry } from './advance-entry.ts';

const READ_DEADLINE_MS = 15_000;

/** Asks the platform whether a post of unknown outcome is live, and writes down what it says. */
export async function reconcileEntry(entry: ScheduleEntry): Promise<void> {
  const found = await lookUpPost(entry);
  if (found.found === 'live') {
    await advanceEntry(entry, (content) => markPublished(content, entry, found, Date.now()), 'confirmed');
  } else if (found.found === 'not_live') {
    const limit = settings().latenessLimitSeconds;
    await advanceEntry(entry, (content) => markNotPublished(content, entry, Date.now(), limit), 'not live');
  } else if (found.found === 'unsupported') {
    await advanceEntry(entry, (content) => stopChecking(content, entry, Date.now()), 'cannot be looked up');
  } else {
    await advanceEntry(entry, (content) => scheduleNextCheck(content, entry, Date.now()), 'not seen');
  }
}

async function lookUpPost(entry: ScheduleEntry): Promise<ReconcileOutcome> {
  const usable = await getCredentials(entry.workspace_id, entry.platform);
  // Without a token nobody can look now; the account may be connected again before the last check.
  return usable.state === 'usable' ? reconcileWithPlatform(entry, usable.credentials) : { found: 'not_seen' };
}

/** What reading back says of the post this entry is in doubt of. */
export async function reconcileWithPlatform(
  entry: ScheduleEntry,
  credentials: PublishingAccount,
): Promise<ReconcileOutcome> {
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
