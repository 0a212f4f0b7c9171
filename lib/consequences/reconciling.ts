import { usableAccount } from '../accounts/usable-account.ts';
import { textFor } from '../domain/content.ts';
import type { Entry } from '../domain/entry.ts';
import { confirm, denyLive, leaveInDoubt, stillInDoubt } from '../domain/reconciliation.ts';
import type { Finding, PublishingAccount } from '../publishers/publisher.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { loadContent } from '../table/content.ts';
import { connectionTo } from './connection.ts';
import { takeStep } from './entry-step.ts';

const READ_DEADLINE_MS = 15_000;

/** Asks the platform whether a post of unknown outcome is live, and writes down what it says. */
export async function reconcile(entry: Entry): Promise<void> {
  const found = await find(entry);
  if (found.found === 'live') {
    await takeStep(entry, (content) => confirm(content, entry, found, Date.now()), 'confirmed');
  } else if (found.found === 'not_live') {
    const limit = settings().latenessLimitSeconds;
    await takeStep(entry, (content) => denyLive(content, entry, Date.now(), limit), 'not live');
  } else if (found.found === 'impossible') {
    await takeStep(entry, (content) => leaveInDoubt(content, entry, Date.now()), 'cannot be looked up');
  } else {
    await takeStep(entry, (content) => stillInDoubt(content, entry, Date.now()), 'not seen');
  }
}

async function find(entry: Entry): Promise<Finding> {
  const usable = await usableAccount(entry.workspace_id, entry.platform);
  // Without a token nobody can look now; the account may be connected again before the last check.
  return usable.state === 'usable' ? findPost(entry, usable.credentials) : { found: 'not_seen' };
}

/** What reading back says of the post this entry is in doubt of. */
export async function findPost(entry: Entry, credentials: PublishingAccount): Promise<Finding> {
  const content = await loadContent(entry.workspace_id, entry.content_id);
  if (!content || !entry.doubt) return { found: 'impossible' };
  const sent = {
    text: textFor(content, entry.platform),
    media: content.media,
    preparation: entry.preparation ?? {},
    sentAtMs: Date.parse(entry.doubt.sent_at),
    lastSentAtMs: Date.parse(entry.doubt.last_sent_at ?? entry.doubt.sent_at),
  };
  return PUBLISHERS[entry.platform].reconcile(
    sent,
    credentials,
    connectionTo(entry.platform, READ_DEADLINE_MS),
  );
}
