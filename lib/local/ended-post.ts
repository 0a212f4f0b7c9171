import type { ContentState } from '../domain/content.ts';
import type { EntryError } from '../domain/entry.ts';
import { claim, settle, startSending } from '../domain/publishing.ts';
import { callUnconfirmed } from '../domain/reconciliation.ts';

const REFUSED: EntryError = {
  code: 'forbidden',
  message: 'The platform does not allow this account to do this.',
  category: 'account',
  retryable: false,
};

/** A due item with one entry, after its post has ended so: taken there by the rules themselves, step by step. */
export function endedPost(
  due: ContentState,
  attemptId: string,
  end: 'failed' | 'unconfirmed',
  nowMs: number,
): ContentState {
  const claimed = claim(due.content, due.entries[0]!, attemptId, nowMs);
  const sending = startSending(claimed.content, claimed.entries[0]!, {}, nowMs);
  const entry = sending.entries[0]!;
  if (end === 'unconfirmed') return callUnconfirmed(sending.content, entry, nowMs);
  return settle(sending.content, entry, { outcome: 'rejected', error: REFUSED }, nowMs, 3600);
}
