import { commitStep, type StepTransaction } from '../../core/queue/commit-step.ts';
import type { StepJob } from '../../core/queue/step-job.ts';
import { type Occurrence, occurrenceOn } from '../rules/occurrences.ts';
import {
  deferredDates,
  mayDefer,
  nextTask,
  nextToMake,
  nextToRelease,
  withCompared,
  withDecided,
  withDeferred,
  withHeld,
  withNextStep,
  withProblem,
  withReplaced,
  withUndecided,
} from '../rules/progress.ts';
import type { Recurrence } from '../rules/recurrence.ts';
import { holdOccurrence, releaseOccurrence } from '../steps/hold-occurrence.ts';
import { IN_COOLDOWN, makeOccurrence } from '../steps/make-occurrence.ts';
import { compareOccurrences, countDecisions, removeOccurrenceWrites } from '../steps/replace-occurrence.ts';
import { listMadeOccurrences, madeOccurrenceWrite } from '../store/made-occurrences.ts';
import { deleteRecurrenceWrites, loadRecurrence, recurrenceWrite } from '../store/recurrences.ts';

const MAX_TRANSACTIONS = 10;

/** The deferred dates of one step. Each reads up to 100 posts of every account of the recurrence. */
const MAX_RETRIED = 5;

type Step = StepTransaction<Recurrence>;

/**
 * A step of a recurrence, of several transactions: replace occurrences after a change of its settings, or make those of the
 * next 30 days. Each item is made in one transaction with the progress of the recurrence, on the condition of its version:
 * at most once, and never by settings that a request has replaced.
 */
export const recurrenceJob: StepJob<Recurrence> = {
  load: loadRecurrence,
  run: async (recurrence, nowMs) => {
    let current: Recurrence | null = recurrence;
    let transactions = 0;
    while (current && transactions < MAX_TRANSACTIONS && nextTask(current, nowMs) !== null) {
      current = await commitNext(current, nowMs);
      transactions += 1;
    }
    return { transactions };
  },
};

/** Commit the next transaction. Returns the recurrence after it; null when it is deleted, or when another change came first. */
function commitNext(recurrence: Recurrence, nowMs: number): Promise<Recurrence | null> {
  return commitStep(recurrence, loadRecurrence, async () => {
    const { after, writes } = await nextStep(recurrence, nowMs);
    if (!after) return { after, writes: [...writes, ...deleteRecurrenceWrites(recurrence)] };
    const next = withNextStep(after, nowMs);
    return { after: next, writes: [...writes, recurrenceWrite(recurrence, next)] };
  });
}

async function nextStep(recurrence: Recurrence, nowMs: number): Promise<Step> {
  const task = nextTask(recurrence, nowMs);
  if (task === 'replace') return replaceNext(recurrence, nowMs);
  if (task === 'release') return releaseNext(recurrence, nowMs);
  return task === 'make' ? makeNext(recurrence, nowMs) : retryDeferred(recurrence, nowMs);
}

/** Remove or hold the next occurrence that the replacement changes; after the last one, end it. */
async function replaceNext(recurrence: Recurrence, nowMs: number): Promise<Step> {
  const compared = await compareOccurrences(recurrence, nowMs);
  const index = compared.findIndex(({ decision }) => decision === 'replaced' || decision === 'held');
  const passed = countDecisions(index < 0 ? compared : compared.slice(0, index));
  const next = compared[index];
  if (!next) {
    const after = withReplaced(withCompared(recurrence, compared.at(-1)?.made.date ?? null, passed));
    return { after: unlessDeleted(after), writes: [] };
  }
  const { made } = next;
  if (next.decision === 'held') {
    const held = await holdOccurrence(made, nowMs);
    const counted = { ...passed, held: passed.held + (held ? 1 : 0), kept: passed.kept + (held ? 0 : 1) };
    const compared = withCompared(recurrence, made.date, counted);
    return { after: held ? withHeld(compared, made.date, held.at) : compared, writes: held?.writes ?? [] };
  }
  const writes = await removeOccurrenceWrites(made, nowMs);
  const removed = writes && made.content_id !== null ? 1 : 0;
  const counted = { ...passed, replaced: passed.replaced + removed, kept: passed.kept + (writes ? 0 : 1) };
  const after = withCompared(recurrence, made.date, counted);
  return { after: writes ? withHeld(after, made.date, null) : after, writes: writes ?? [] };
}

/** Release the next item that a pause has held, or leave it out. */
async function releaseNext(recurrence: Recurrence, nowMs: number): Promise<Step> {
  const held = nextToRelease(recurrence, nowMs)!;
  const { writes, isMadeAgain } = await releaseOccurrence(recurrence, held, nowMs);
  const released = withHeld(recurrence, held.date, null);
  return { after: unlessDeleted(isMadeAgain ? withUndecided(released, held) : released), writes };
}

/** Return null for a recurrence that is being deleted, once nothing is left to do. */
function unlessDeleted(recurrence: Recurrence): Recurrence | null {
  return recurrence.status === 'deleting' && !recurrence.held?.length ? null : recurrence;
}

/** Decide the next date of the rule: make its item, or record why there is none. Dates that are decided are passed. */
async function makeNext(recurrence: Recurrence, nowMs: number): Promise<Step> {
  const made = new Set((await listMadeOccurrences(recurrence, recurrence.next_date)).map(({ date }) => date));
  for (let current = recurrence; ; ) {
    const occurrence = nextToMake(current, nowMs);
    if (!occurrence) return { after: current, writes: [] };
    if (!made.has(occurrence.date) && !hadPassed(current, occurrence)) return decideDate(current, occurrence, nowMs);
    current = withDecided(current, occurrence);
  }
}

/** A time that had passed when the settings were changed was never planned. */
function hadPassed({ updated_at }: Recurrence, { at }: Occurrence): boolean {
  return at <= updated_at;
}

/** Try the next dates again that were deferred, up to the first one that is decided. The others have time. */
async function retryDeferred(recurrence: Recurrence, nowMs: number): Promise<Step> {
  for (const date of deferredDates(recurrence).slice(0, MAX_RETRIED)) {
    const occurrence = occurrenceOn(recurrence, date);
    if (!occurrence || hadPassed(recurrence, occurrence))
      return { after: withDecided(recurrence, { date }), writes: [] };
    const step = await decideDate(recurrence, occurrence, nowMs);
    if (!step.after?.deferred.includes(date)) return step;
  }
  return { after: recurrence, writes: [] };
}

async function decideDate(recurrence: Recurrence, occurrence: Occurrence, nowMs: number): Promise<Step> {
  const { made, writes } = await makeOccurrence(recurrence, occurrence, nowMs);
  const { problem } = made;
  if (problem?.code === IN_COOLDOWN && mayDefer(occurrence, nowMs)) {
    return { after: withDeferred(recurrence, occurrence), writes: [] };
  }
  const decided = withDecided(recurrence, occurrence);
  const after = problem ? withProblem(decided, occurrence, problem, nowMs) : decided;
  return { after, writes: [madeOccurrenceWrite(made), ...writes] };
}
