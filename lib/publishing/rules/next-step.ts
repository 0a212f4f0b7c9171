import type { FoundPost } from '../../adapters/kit/found-post.ts';
import { lacksApproval } from '../../content/rules/approval.ts';
import type { Content } from '../../content/rules/content.ts';
import { sendsWithKey } from '../../content/rules/post-identification.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import type { EntryError, ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import { nextStep as nextOfThread } from '../../content/rules/thread.ts';
import { earlyWaitMs } from '../../core/retry/waits.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import {
  type AccessState,
  type AttemptOutcome,
  accountFailure,
  type Finding,
  type RequestOutcome,
  repeatOutcome,
  type Transition,
  transitionTo,
} from './attempt-outcome.ts';
import {
  claim,
  decideNextAction,
  endContinued,
  failAsNotApproved,
  failAsTooLate,
  startSending,
} from './publish-transitions.ts';
import { MIN_TIME_TO_SEND_MS } from './send-deadlines.ts';
import {
  decideRepeat,
  markNotPublished,
  markUnconfirmed,
  markUnconfirmedAfterCrash,
  returnToUnconfirmed,
  scheduleNextCheck,
  startRepeat,
  stopChecking,
} from './unconfirmed-transitions.ts';

/** The step that fails an entry beyond the lateness limit. Its error may be that of an earlier attempt. */
export const EXPIRED = 'too late';

/** What a worker knows about an entry. A field is absent until it was read, or until its request has ended. */
export interface Known {
  attemptId: string; // The attempt that this worker may begin.
  endsAtMs: number; // When Lambda stops this worker.
  latenessLimitSeconds: number;
  entry?: ScheduleEntry | null; // With the changes of this worker. Null if there is none.
  saved?: ScheduleEntry; // As the table has it: without a claim that is saved with the step after it.
  content?: Content | null; // As the table has it. Null if it was deleted.
  settings?: WorkspaceSettings;
  access?: { state: AccessState };
  preparesWithRequests?: boolean;
  sendKey?: string; // Identifies the account and the text of the next post.
  outcome?: RequestOutcome;
  finding?: Finding;
  repeated?: Send; // What this worker has sent again.
  isPostTaken?: boolean; // The post that was found or confirmed belongs to another target.
  isSettled?: boolean; // This worker, or another one, has saved the end of this attempt or check.
}

type Read = Known & Required<Pick<Known, 'settings'>> & { entry: ScheduleEntry; content: Content };

/**
 * How a step is saved before it has an effect. `unchanged` must be as it was read: the entry alone, after whose change
 * another worker has decided; or its item too, after whose change this worker decides again.
 */
interface Saved {
  name: string;
  transition: Transition;
  unchanged: 'entry' | 'item';
  /** Nothing else knows what is saved, so it is tried until the invocation ends. */
  isOnlyRecord?: boolean;
}

/**
 * The next step of a worker.
 * - `read`: what decides is not read yet. An entry alone often decides that nothing is due.
 * - `claim`: begin an attempt. Saved at once before requests, and otherwise with the step after it.
 * - `prepare`: send the requests before the one that posts.
 * - `send`: save that the post is being sent, then send it.
 * - `look`: look for a post whose outcome is unknown, or compare with the one that the platform `named`.
 * - `repeat`: as `send`, with what `send` has sent under the same key.
 * - `settle`: save the end of the attempt or check.
 */
export type Step =
  | { step: 'read'; what: 'entry' | 'item' | 'access' }
  | ({ step: 'claim'; isSavedWithNext: boolean } & Saved)
  | { step: 'prepare' }
  | ({ step: 'send' } & Saved)
  | { step: 'look'; named?: FoundPost | undefined }
  | ({ step: 'repeat'; send: Send } & Saved)
  | ({ step: 'settle'; outcome?: AttemptOutcome } & Omit<Saved, 'transition'> & { transition: Transition | null })
  | { step: 'wait'; waitMs: number }
  | { step: 'stop' };

/** A step that is saved before it has an effect. An entry whose item was deleted has no transition. */
export type SavedStep = Extract<Step, Pick<Saved, 'name'>>;

/** A step that saves the end of an attempt or check. */
export type SettleStep = Extract<Step, { step: 'settle' }>;

const STOP: Step = { step: 'stop' };

/**
 * Return the next step for an entry, from what a worker knows about it. Duplicate and late messages are harmless: the
 * entry decides. A slightly early message waits. A much earlier one has no effect: the current due time has its own.
 */
export function nextStep(known: Known, nowMs: number): Step {
  const { entry, content, settings, access } = known;
  if (known.isSettled || entry === null) return STOP;
  if (entry === undefined) return { step: 'read', what: 'entry' };
  if (content && settings && entry.attempt?.id === known.attemptId) {
    return nextOfAttempt({ ...known, entry, content, settings }, nowMs);
  }
  const due = decideNextAction(entry, nowMs, known.latenessLimitSeconds);
  if (due.action === 'nothing') return STOP;
  if (due.action === 'wait') {
    const waitMs = earlyWaitMs(due.untilMs, nowMs);
    return waitMs === null ? STOP : { step: 'wait', waitMs };
  }
  if (content === undefined || settings === undefined) return { step: 'read', what: 'item' };
  if (content === null) return settle('item deleted', null);
  if (due.action === 'expire') return settle(EXPIRED, (item, now) => failAsTooLate(item, entry, now));
  if (due.action === 'mark_unconfirmed') {
    return settle('unconfirmed', (item, now) => markUnconfirmedAfterCrash(item, entry, now));
  }
  if (due.action === 'reconcile') return nextOfCheck({ ...known, entry, content, settings }, nowMs);
  if (lacksApproval(content, settings)) {
    return settle('not approved', (item, now) => failAsNotApproved(item, entry, now), 'item');
  }
  if (nextOfThread(content, entry) !== 'send') {
    return settle('ended', (item, now) => endContinued(item, entry, now), 'item');
  }
  if (access === undefined) return { step: 'read', what: 'access' };
  return claimStep(known, entry, access.state !== 'usable' || !known.preparesWithRequests);
}

/** Return the next step of the attempt that this worker has begun. */
function nextOfAttempt(known: Read, nowMs: number): Step {
  const { entry, saved, access, outcome, finding } = known;
  // Without an outcome, the lease has to end: the post may be live, and is never sent again.
  if (entry.state === 'sending') return outcome ? nextAfterSend(known, outcome, nowMs) : STOP;
  if (access?.state !== 'usable') return settleOutcome(known, accountFailure(access?.state));
  if (!outcome) return { step: 'prepare' };
  if (outcome.outcome === 'prepared') {
    const { preparation } = outcome;
    if (!hasTimeToSend(known, nowMs)) {
      const ready = { ...known, entry: { ...entry, prepared_state: preparation } };
      return settleOutcome(ready, { outcome: 'unfinished', error: entryError('preparation_slow') });
    }
    // The approval may have been withdrawn since the item was read.
    const transition: Transition = (item, now) =>
      lacksApproval(item, known.settings)
        ? failAsNotApproved(item, entry, now)
        : startSending(item, entry, { preparedState: preparation, key: known.sendKey! }, now);
    return { step: 'send', name: 'sending', transition, unchanged: isClaimSaved(known) ? 'entry' : 'item' };
  }
  // The outcome is that of the item as it was read: an image may have been added since.
  if (!isClaimSaved(known)) return claimStep(known, saved!, false);
  if (outcome.outcome !== 'already_live') return settleOutcome(known, outcome);
  return finding ? settleFinding(known, finding, entryError('outcome_unknown')) : { step: 'look' };
}

/**
 * Return the next step after a request that posts. After sends with an unknown outcome, a duplicate may be the post of
 * one of them: it is, if it is identified. It is not, if the platform names another post, or if none of them created one.
 */
function nextAfterSend(known: Read, outcome: RequestOutcome, nowMs: number): Step {
  const { entry, finding, repeated } = known;
  if (outcome.outcome === 'prepared' || outcome.outcome === 'already_live') return STOP;
  if (entry.attempt?.is_repeat) return settleOutcome(known, repeatOutcome(outcome, repeated!, nowMs));
  const isDuplicate = outcome.outcome === 'rejected' && outcome.error.code === 'duplicate_content';
  if (!isDuplicate) return settleOutcome(known, outcome);
  if (!finding) return { step: 'look', named: outcome.duplicateOf };
  const isAnother = finding.result === 'no_sends' || finding.result === 'not_live' || finding.result === 'none';
  return isAnother ? settleOutcome(known, outcome) : settleFinding(known, finding, outcome.error);
}

/** Settle an attempt that created no post, because that of an earlier send is, or may be, live. */
function settleFinding(known: Read, finding: Finding, error: EntryError): SettleStep {
  if (finding.result === 'found') return settleOutcome(known, { outcome: 'identified', post: finding.post });
  return settleOutcome(known, { outcome: 'unresolved', error });
}

/**
 * Return the next step of a check whether an unconfirmed post is live. Where the platform stores a post under a key of
 * ours, one that is not live is sent again within the lateness limit, unless its item has lost its approval.
 */
function nextOfCheck(known: Read, nowMs: number): Step {
  const { entry, content, settings, access, finding, latenessLimitSeconds: limit } = known;
  if (access === undefined) return { step: 'read', what: 'access' };
  const checkLater: Transition = (item, now) => scheduleNextCheck(item, entry, now, limit);
  // The account may be reconnected before the last check.
  if (access.state !== 'usable') return settle('not seen', checkLater);
  if (!finding) return { step: 'look' };
  if (finding.result === 'found' && !known.isPostTaken) {
    const identified = { outcome: 'identified', post: finding.post } as const;
    return { ...settleOutcome(known, identified), name: 'confirmed' };
  }
  if (finding.result === 'unsupported') {
    return settle('cannot be looked up', (item, now) => stopChecking(item, entry, now));
  }
  if (finding.result !== 'not_live') return settle('not seen', checkLater);
  const last = sendsWithKey(entry, known.sendKey!, nowMs).at(-1);
  const next = decideRepeat(entry, last, nowMs, limit, !lacksApproval(content, settings));
  if (next.action === 'repeat') return repeatStep(known, next.send, nowMs);
  if (next.action === 'wait') return settle('not live yet', checkLater);
  return settle('not live', (item, now) => markNotPublished(item, entry, now, limit));
}

function repeatStep(known: Read, send: Send, nowMs: number): Step {
  const { entry, settings, attemptId, latenessLimitSeconds: limit } = known;
  if (!hasTimeToSend(known, nowMs)) return STOP;
  // The approval may have been withdrawn since the item was read. The next check decides about it.
  const transition: Transition = (item, now) =>
    lacksApproval(item, settings)
      ? scheduleNextCheck(item, entry, now, limit)
      : startRepeat(item, entry, send, attemptId, now);
  return { step: 'repeat', send, name: 'sending', transition, unchanged: 'entry' };
}

function hasTimeToSend({ endsAtMs }: Known, nowMs: number): boolean {
  return nowMs + MIN_TIME_TO_SEND_MS <= endsAtMs;
}

/** Return whether the table has the claim of this worker. */
export function isClaimSaved({ saved, attemptId }: Known): boolean {
  return saved?.attempt?.id === attemptId;
}

function claimStep({ attemptId }: Known, entry: ScheduleEntry, isSavedWithNext: boolean): Step {
  const transition: Transition = (item, now) => claim(item, entry, attemptId, now);
  return { step: 'claim', isSavedWithNext, name: 'claimed', transition, unchanged: 'item' };
}

function settle(name: string, transition: Transition | null, unchanged: Saved['unchanged'] = 'entry'): SettleStep {
  return { step: 'settle', name, transition, unchanged };
}

/** Settle with an outcome. One with a post that belongs to another target is unconfirmed. */
function settleOutcome(known: Read, outcome: AttemptOutcome): SettleStep {
  const { entry, latenessLimitSeconds: limit } = known;
  // The post was that of an earlier send, or it is said to be that of this one.
  const mark = outcome.outcome === 'identified' ? returnToUnconfirmed : markUnconfirmed;
  const step = known.isPostTaken
    ? settle('unconfirmed', (item, now) => mark(item, entry, entryError('post_already_claimed'), now))
    : { ...settle(outcome.outcome, transitionTo(outcome, entry, limit)), outcome };
  return { ...step, isOnlyRecord: true };
}
