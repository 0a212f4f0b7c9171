import type { Content, ContentState } from '../../content/rules/content.ts';
import type { EntryError, ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import type { Identification, IdentifiedPost } from '../../content/rules/sends/post-identification.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';
import { applyPublishOutcome, holdAttempt, type PublishOutcome } from './publish-transitions.ts';
import { markPublished, markUnconfirmed, returnToUnconfirmed } from './unconfirmed-transitions.ts';

/** What a request of an attempt returned. `already_live`: the post of an earlier attempt is live. */
export type RequestOutcome =
  | Exclude<PublishOutcome, { outcome: 'rejected' }>
  | { outcome: 'rejected'; error: EntryError; duplicateOf?: FoundPost }
  | { outcome: 'prepared'; preparation: NonNullable<ScheduleEntry['prepared_state']> }
  | { outcome: 'already_live' }
  | { outcome: 'held'; error: EntryError }
  | { outcome: 'unknown'; error: EntryError };

/** What a request that posts returned. `held`: publishing was halted before the request, which was not sent. */
export type SendOutcome = Exclude<RequestOutcome, { outcome: 'prepared' | 'already_live' }>;

/**
 * The outcome of an attempt. This one created no post: `identified`, the post of an earlier attempt is live; or
 * `unresolved`, it may be.
 */
export type AttemptOutcome =
  | SendOutcome
  | { outcome: 'identified'; post: IdentifiedPost }
  | { outcome: 'unresolved'; error: EntryError };

/** Whether an account can publish now: the states of its credentials. */
export type AccessState = 'usable' | 'missing' | 'needs_reconnect' | 'rejected_once' | 'unavailable';

/**
 * What a look for a post has found. `none`: the named post is another one. `not_listed`: the platform lists no such post,
 * and no longer processes the send. `not_seen`: not found yet, or no response. `no_sends`: no send has an unknown outcome.
 */
export type Finding = Identification | { result: 'not_live' | 'not_listed' | 'not_seen' | 'unsupported' | 'no_sends' };

/** Builds the next state of an entry and its item from the item as it is then. */
export type Transition = (content: Content, nowMs: number) => ContentState;

/** Return the transition of an entry to the outcome of its attempt. */
export function transitionTo(outcome: AttemptOutcome, entry: ScheduleEntry, latenessLimitSeconds: number): Transition {
  return (item, nowMs) => {
    if (outcome.outcome === 'held') return holdAttempt(item, entry, nowMs);
    if (outcome.outcome === 'unknown') return markUnconfirmed(item, entry, outcome.error, nowMs);
    if (outcome.outcome === 'identified') return markPublished(item, entry, outcome.post, nowMs);
    if (outcome.outcome === 'unresolved') return returnToUnconfirmed(item, entry, outcome.error, nowMs);
    return applyPublishOutcome(item, entry, outcome, nowMs, latenessLimitSeconds);
  };
}

/** Return the outcome of a repeat. A request that was rejected or not sent says nothing about the earlier ones. */
export function repeatOutcome(outcome: SendOutcome, send: Send, nowMs: number): AttemptOutcome {
  if (outcome.outcome === 'unknown') return outcome;
  if (outcome.outcome !== 'published') return { outcome: 'unresolved', error: outcome.error };
  const { outcome: _, ...live } = outcome;
  return { outcome: 'identified', post: { ...live, publishedAtMs: nowMs, send } };
}

/** Build the outcome of an attempt that was certainly not sent for a reason within this service. */
export function notSent(
  code: 'account_unavailable' | 'token_rejected' | 'preparation_slow' | 'earlier_send_unchecked',
) {
  return { outcome: 'retry', error: entryError(code), retryAfterSeconds: null } as const;
}

/** The outcome of an attempt that a halt stopped before its request. */
export const HELD = { outcome: 'held', error: entryError('publishing_halted') } as const;

/** Build the outcome of an attempt with an account that cannot publish now. */
export function accountFailure(state: AccessState | undefined): AttemptOutcome {
  if (state === 'unavailable') return notSent('account_unavailable');
  const code = state === 'needs_reconnect' ? 'account_needs_reconnect' : 'account_missing';
  return { outcome: 'rejected', error: entryError(code) };
}
