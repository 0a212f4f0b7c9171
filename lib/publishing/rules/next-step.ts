import { evidenceToCheck, mustNotSend } from '../../content/rules/approval/approval-proof.ts';
import { nextStep as nextOfThread } from '../../content/rules/post/thread.ts';
import type { EntryError, ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import { isRepeatable, sendsOfNextPost } from '../../content/rules/sends/earlier-sends.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import { earlyWaitMs } from '../../core/retry/waits.ts';
import {
  type AttemptOutcome,
  accountFailure,
  type Finding,
  notSent,
  type RequestOutcome,
  repeatOutcome,
  type Transition,
  transitionTo,
} from './attempt-outcome.ts';
import { areHaltsKnown, hold, isHeldNow, stopsAction } from './halt-check.ts';
import { isUsable, lacksCertificates } from './preparation-certificates.ts';
import { isProcessedByPlatform, postponeLook } from './processing-look.ts';
import {
  claim,
  decideNextAction,
  endContinued,
  failAsNotApproved,
  failAsTooLate,
  startSending,
} from './publish-transitions.ts';
import { MIN_TIME_TO_SEND_MS } from './send-deadlines.ts';
import { EXPIRED, type Known, type Read, type Saved, type SettleStep, STOP, type Step } from './step.ts';
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

/**
 * Looks for an earlier send that a platform does not answer, each in an attempt of its own. The last one is later than
 * the time in which a platform may still process the send.
 */
const MAX_UNANSWERED_LOOKS = 2;

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
  if (stopsAction(settings.halts, due.action, entry)) return hold(entry, known.saved!);
  if (due.action === 'expire') return settle(EXPIRED, (item, now) => failAsTooLate(item, entry, now));
  if (due.action === 'mark_unconfirmed') {
    return settle('unconfirmed', (item, now) => markUnconfirmedAfterCrash(item, entry, now));
  }
  if (due.action === 'reconcile') return nextOfCheck({ ...known, entry, content, settings }, nowMs);
  const terms = { ...known, entry, settings };
  if (evidenceToCheck(content, terms)) return { step: 'read', what: 'certificate' };
  if (mustNotSend(content, terms, nowMs)) return endAsNotApproved(entry);
  const isSend = nextOfThread(content, entry) === 'send';
  if (!isSend) return settle('ended', (item, now) => endContinued(item, entry, now), 'item');
  if (access === undefined) return { step: 'read', what: 'access' };
  if (lacksCertificates(known, entry)) return { step: 'read', what: 'preparations' };
  // A look is a request too.
  const looks = earlierSends(known, entry, nowMs).length > 0;
  const processing = looks || access.state !== 'usable' ? null : nextOfProcessing(known, entry, nowMs);
  if (processing) return processing;
  return claimStep(known, entry, access.state !== 'usable' || !(known.preparesWithRequests || looks), nowMs);
}

/** Return the next step for an entry that the platform processed when it was last asked; null to begin an attempt. */
function nextOfProcessing(
  { processing, latenessLimitSeconds }: Known,
  entry: ScheduleEntry,
  nowMs: number,
): Step | null {
  if (processing === null || !isProcessedByPlatform(entry)) return null;
  if (processing === undefined) return { step: 'ask' };
  const postponed = postponeLook(entry, processing, nowMs, latenessLimitSeconds);
  return postponed && { step: 'postpone', why: 'still processing', entry: postponed };
}

/** Return the next step of the attempt that this worker has begun. */
function nextOfAttempt(known: Read, nowMs: number): Step {
  const { entry, saved, access, outcome, finding } = known;
  // Without an outcome, the lease has to end: the post may be live, and is never sent again.
  if (entry.state === 'sending') return outcome ? nextAfterSend(known, outcome, nowMs) : STOP;
  if (access?.state !== 'usable') return settleOutcome(known, accountFailure(access?.state));
  if (!outcome) return nextBeforePreparation(known, nowMs);
  if (outcome.outcome === 'prepared') {
    const { preparation } = outcome;
    if (!hasTimeToSend(known, nowMs)) {
      const ready = { ...known, entry: { ...entry, prepared_state: preparation } };
      return settleOutcome(ready, { outcome: 'unfinished', error: entryError('preparation_slow') });
    }
    if (!areHaltsKnown(known, nowMs)) return { step: 'read', what: 'halts' };
    if (isHeldNow(known)) return hold(entry, saved!);
    // The approval may have been withdrawn since the item was read.
    const transition: Transition = (item, now) =>
      mustNotSend(item, known, now)
        ? failAsNotApproved(item, entry, now)
        : startSending(item, entry, { preparedState: preparation, key: known.nextSend!.key }, now);
    return { step: 'send', name: 'sending', transition, unchanged: isClaimSaved(known) ? 'entry' : 'item' };
  }
  // The outcome is that of the item as it was read: an image may have been added since.
  if (!isClaimSaved(known)) return claimStep(known, saved!, false, nowMs);
  if (outcome.outcome !== 'already_live') return settleOutcome(known, outcome);
  return finding ? settleFinding(known, finding, entryError('outcome_unknown')) : { step: 'look' };
}

/**
 * Return the next step of an attempt before its preparation. An earlier send of the same post, which a user has reported
 * as failed, is looked for first. A platform that does not answer is asked again, unless a second send is harmless; that
 * it cannot be asked at all, or lists no such post, is no proof, but then the user's report decides.
 */
function nextBeforePreparation(known: Read, nowMs: number): Step {
  const { entry, finding } = known;
  if (earlierSends(known, entry, nowMs).length === 0) return { step: 'prepare' };
  if (!finding) return { step: 'look' };
  if (finding.result === 'found' || finding.result === 'ambiguous') {
    return settleFinding(known, finding, entryError('outcome_unknown'));
  }
  const isUnanswered = finding.result === 'not_seen' && !isRepeatable(entry);
  if (isUnanswered && entry.attempts <= MAX_UNANSWERED_LOOKS) {
    return settleOutcome(known, notSent('earlier_send_unchecked'));
  }
  return { step: 'prepare' };
}

/** List the sends with an unknown outcome that may have created the post that is next. */
function earlierSends({ nextSend }: Known, entry: ScheduleEntry, nowMs: number): Send[] {
  return nextSend === undefined ? [] : sendsOfNextPost(entry, nextSend, nowMs);
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
  const isAbsent = finding.result === 'not_live' && !isRepeatable(entry);
  const isAnother = isAbsent || finding.result === 'no_sends' || finding.result === 'none';
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
  const { entry, content, access, finding, latenessLimitSeconds: limit } = known;
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
  if (evidenceToCheck(content, known)) return { step: 'read', what: 'certificate' };
  if (lacksCertificates(known, entry)) return { step: 'read', what: 'preparations' };
  const last = earlierSends(known, entry, nowMs).at(-1);
  if (!areHaltsKnown(known, nowMs)) return { step: 'read', what: 'halts' };
  const maySend = !mustNotSend(content, known, nowMs) && isUsable(known, last?.prepared_state) && !isHeldNow(known);
  const next = decideRepeat(entry, last, nowMs, limit, maySend);
  if (next.action === 'repeat') return repeatStep(known, next.send, nowMs);
  if (next.action === 'wait') return settle('not live yet', checkLater);
  return settle('not live', (item, now) => markNotPublished(item, entry, now, limit));
}

function repeatStep(known: Read, send: Send, nowMs: number): Step {
  const { entry, attemptId, latenessLimitSeconds: limit } = known;
  if (!hasTimeToSend(known, nowMs)) return STOP;
  // The approval may have been withdrawn since the item was read. The next check decides about it.
  const transition: Transition = (item, now) =>
    mustNotSend(item, known, now)
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

/** Claim an entry. What an earlier send has prepared is used again; without its certificate, no other key may be sent. */
function claimStep(known: Known, entry: ScheduleEntry, isSavedWithNext: boolean, nowMs: number): Step {
  const last = earlierSends(known, entry, nowMs).at(-1);
  const reused = last?.is_outdated ? null : last?.prepared_state;
  if (!isUsable(known, reused)) return endAsNotApproved(entry);
  const own = isUsable(known, entry.prepared_state) ? entry.prepared_state : null;
  const claimed = { ...entry, prepared_state: own ?? reused ?? null };
  const transition: Transition = (item, now) => claim(item, claimed, known.attemptId, now);
  return { step: 'claim', isSavedWithNext, name: 'claimed', transition, unchanged: 'item' };
}

function endAsNotApproved(entry: ScheduleEntry): SettleStep {
  return settle('not approved', (item, now) => failAsNotApproved(item, entry, now), 'item');
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
