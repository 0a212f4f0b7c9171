import type { ContentState } from '../../lib/content/rules/content.ts';
import type { EntryError } from '../../lib/content/rules/schedule-entry.ts';
import { applyPublishOutcome, claim, startSending } from '../../lib/publishing/rules/publish-transitions.ts';
import { markUnconfirmedAfterCrash } from '../../lib/publishing/rules/unconfirmed-transitions.ts';

const REJECTED: EntryError = {
  code: 'forbidden',
  message: 'The platform does not allow this action for the account.',
  category: 'account',
  retryable: false,
};

/** A due item with one entry, after its post has ended so: taken there by the rules themselves, step by step. */
export function finishedEntry(
  due: ContentState,
  attemptId: string,
  end: 'failed' | 'unconfirmed',
  nowMs: number,
): ContentState {
  const claimed = claim(due.content, due.entries[0]!, attemptId, nowMs);
  const sending = startSending(claimed.content, claimed.entries[0]!, { preparedState: {}, key: attemptId }, nowMs);
  const entry = sending.entries[0]!;
  if (end === 'unconfirmed') return markUnconfirmedAfterCrash(sending.content, entry, nowMs);
  return applyPublishOutcome(sending.content, entry, { outcome: 'rejected', error: REJECTED }, nowMs, 3600);
}
