import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CredentialsResult, confirmToken, credentialsOf } from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { requiresProof } from '../../content/rules/approval/approval-proof.ts';
import { approvedCards } from '../../content/rules/post/link-card.ts';
import { nextPost } from '../../content/rules/post/thread.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { type NextSend, sendsOfNextPost } from '../../content/rules/sends/earlier-sends.ts';
import { loadForPublishing } from '../../content/store/contents.ts';
import { isPostClaimConflict } from '../../content/store/post-claims.ts';
import { loadEntry } from '../../content/store/schedule-entries.ts';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { retry } from '../../core/retry/retry.ts';
import { RETRIES_OF_SENT_POST } from '../../core/table/commit.ts';
import { makeId } from '../../core/values/id.ts';
import { LimitReachedError } from '../../identity/rules/limit-reached.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';
import type { Post } from '../../platforms/kit/publisher.ts';
import type { Finding } from '../rules/attempt-outcome.ts';
import { endAtLimit } from '../rules/limit-step.ts';
import { isClaimSaved, nextStep } from '../rules/next-step.ts';
import type { Known, SavedStep, SettleStep, Step } from '../rules/step.ts';
import { advanceEntry, type StoredEntry } from './advance-entry.ts';
import { type AttemptSlot, createAttemptSlot } from './attempt-slot.ts';
import { readCertifiedKey } from './certified-key.ts';
import { createHaltCheck } from './halt-check.ts';
import { logConfirmedPost } from './log-confirmed-post.ts';
import { countOperatorError } from './platform-connection.ts';
import { preparePost, sendPost, type UsableCredentials } from './platform-requests.ts';
import { certifierOf, keepUncertified, readCertificates } from './preparation-certificate.ts';
import { lookAtProcessing, savePostponed } from './processing-look.ts';
import { findPost, sendKeyFor } from './reconcile-entry.ts';
import { bindToReconnected } from './reconnected-entry.ts';
import { recordPublishLimit } from './record-publish-limit.ts';

// Retry saving the outcome until the invocation ends.
const { policy, isRetryable } = RETRIES_OF_SENT_POST;

/** Names the entry that a schedule or a queue message is about. `lane`: a worker has forwarded it to the slow lane. */
export type PublishMessage = { workspace_id: string; schedule_id: string; lane?: 'slow' };

/** What the rules know, with the account and the post that requests need. */
interface State extends Known {
  message: PublishMessage;
  slot: AttemptSlot;
  stored?: ScheduleEntry; // Before it is bound to an account.
  account?: Account | null;
  access?: CredentialsResult;
  post?: Post;
}

/** The state of an attempt whose account can publish. */
type Ready = State & { entry: ScheduleEntry; access: UsableCredentials; post: Post; nextSend: NextSend };

/**
 * Process an entry until nothing is left to do: publish, expire, mark as unconfirmed or reconcile. Each step is saved
 * before it has an effect, by a write on the condition that the entry is as it was read. `endsAtMs` is when Lambda stops
 * this worker.
 */
export async function processDueEntry(message: PublishMessage, endsAtMs: number): Promise<void> {
  const slot = createAttemptSlot(message);
  try {
    let state: State | null = null;
    for (;;) {
      state ??= newState(message, slot, endsAtMs);
      const step = nextStep(state, Date.now());
      if (step.step === 'stop') return;
      state = await perform(step, state);
    }
  } finally {
    await slot.end();
  }
}

function newState(message: PublishMessage, slot: AttemptSlot, endsAtMs: number): State {
  const { latenessLimitSeconds } = settings();
  return { message, slot, attemptId: makeId('attempt', Date.now(), randomBytes(10)), endsAtMs, latenessLimitSeconds };
}

/** Perform a step: save it first, then its effect. Returns the state after it; null to read everything again. */
async function perform(step: Exclude<Step, { step: 'stop' }>, state: State): Promise<State | null> {
  switch (step.step) {
    case 'wait':
      await sleep(step.waitMs);
      return null;
    case 'read':
      return read(step.what, state);
    case 'claim':
      if (!step.isSavedWithNext) return save(step, state);
      return { ...state, entry: step.transition(state.content!, Date.now()).entries[0]! };
    case 'ask': {
      const { entry, content, post, access } = state as Ready;
      return { ...state, processing: await lookAtProcessing(entry, content!, post, access) };
    }
    case 'postpone':
      return (await savePostponed(step.why, state.saved!, step.entry)) ? { ...state, isSettled: true } : null;
    case 'prepare':
      return prepare(state as Ready);
    case 'look':
      return { ...state, finding: await look(state as Ready, step.named) };
    case 'settle':
      return settle(step, state);
    case 'send':
    case 'repeat': {
      const saved = await saveWithinLimits(step, state);
      if (!saved || saved.isSettled) return saved;
      // Without an approval, this write has ended the attempt or the check.
      if (saved.entry?.state !== 'sending') return { ...saved, isSettled: true };
      return send({ ...saved, repeated: step.step === 'repeat' ? step.send : undefined } as Ready);
    }
  }
}

/** Read what decides about the next step. Null to read everything again. */
async function read(what: Extract<Step, { step: 'read' }>['what'], state: State): Promise<State | null> {
  const { workspace_id, schedule_id } = state.message;
  const haltsReadMs = Date.now();
  if (what === 'halts') return { ...state, settings: await loadWorkspaceSettings(workspace_id), haltsReadMs };
  // Alone: most messages that come twice find it started, and read nothing else.
  if (what === 'entry') return { ...state, entry: await loadEntry(workspace_id, schedule_id) };
  const entry = state.entry!;
  if (what === 'item') {
    const { content, account, settings } = await loadForPublishing(entry);
    if (!account && content && (await bindToReconnected(entry, content))) return null;
    // From its first transition on, the entry keeps this account.
    const bound = { ...entry, account_id: entry.account_id ?? account?.id ?? null };
    return { ...state, entry: bound, saved: bound, stored: entry, content, account, settings, haltsReadMs };
  }
  if (what === 'certificate') return { ...state, certifiedKey: await readCertifiedKey(state.content!) };
  if (what === 'preparations')
    return { ...state, certificates: await readCertificates(entry, state.post!, state.certificates) };
  const post = nextPost(state.content!, entry);
  if (!(await admit(state, post))) return { ...state, isSettled: true };
  const access = await readAccess(entry, state.account);
  if (access.state !== 'usable') return { ...state, access };
  const { preparesWithRequests = hasMedia } = publisherOf(access.account);
  return { ...state, ...using(access, entry, post), preparesWithRequests: preparesWithRequests(post) };
}

/** Return whether an attempt or a check may start in this invocation. Nothing is claimed yet. */
function admit({ slot, stored, account = null, content }: State, post: Post): Promise<boolean> {
  const isCheck = stored!.state === 'unconfirmed';
  const readsPages = approvedCards(content!) === null;
  return slot.admit({ entry: stored!, account, post: isCheck ? null : post, readsPages });
}

const hasMedia = ({ media }: Post): boolean => media.length > 0;

/** Return an account that an attempt uses, with what it sends next. */
function using(access: UsableCredentials, { platform }: ScheduleEntry, post: Post) {
  const { credentials } = access;
  const key = sendKeyFor(platform, credentials, post);
  return { access, post, nextSend: { key, externalId: credentials.externalId } };
}

/**
 * Read the credentials of the account. Before an attempt, any error counts as `unavailable`, so that the attempt is
 * retried. A check of an unconfirmed post must not count without one.
 */
async function readAccess(entry: ScheduleEntry, account: Account | null = null): Promise<CredentialsResult> {
  try {
    return await credentialsOf(account);
  } catch (error) {
    if (entry.state === 'unconfirmed') throw error;
    const { id: schedule_id, platform } = entry;
    log.error('account credentials unavailable', { schedule_id, platform, error: error as Error });
    return { state: 'unavailable' };
  }
}

/** Save a step. Returns null to read everything again, because the item has changed. */
async function save(step: SavedStep, state: State): Promise<State | null> {
  const after = await advance(step, state);
  if (after) return { ...state, ...after, saved: after.entry };
  return step.unchanged === 'item' ? null : { ...state, isSettled: true };
}

function saveWithinLimits(step: SavedStep, state: State): Promise<State | null> {
  return save(step, state).catch((error) => {
    if (error instanceof LimitReachedError) return settle(endAtLimit(state.entry!, error), state);
    throw error;
  });
}

function advance(step: SavedStep, { saved, content, settings }: State) {
  return advanceEntry({ entry: saved!, content: content! }, step, settings?.limits);
}

/** Prepare the post of an attempt. */
async function prepare(state: Ready): Promise<State | null> {
  const { endsAtMs } = state;
  const mayBeLive = sendsOfNextPost(state.entry, state.nextSend, Date.now()).length > 0;
  const cards = approvedCards(state.content!);
  const certify = requiresProof(state.content!, state.settings!)
    ? certifierOf(state.entry, state.post)
    : keepUncertified;
  const prepared = await preparePost(state.entry, state.post, state.access, { endsAtMs, mayBeLive, cards, certify });
  if (!prepared) return null;
  const { outcome, entry, access, post } = prepared;
  const saved = isClaimSaved(state) ? entry : state.saved!;
  // What was found before says nothing about a post that the preparation has met.
  return { ...state, ...using(access, entry, post), outcome, finding: undefined, entry, saved };
}

/** Send the post of an entry whose sending is stored, unless publishing was halted while that took long. */
async function send(state: Ready): Promise<State> {
  const findHalt = createHaltCheck(state);
  const held = await findHalt();
  if (held) return { ...state, outcome: held, finding: undefined };
  const { outcome, access } = await sendPost(state.entry, state.post, state.access, { ...state, findHalt });
  return { ...state, ...using(access, state.entry, state.post), outcome, finding: undefined };
}

function look({ entry, post, nextSend, access }: Ready, named?: FoundPost): Promise<Finding> {
  const find = () => findPost(entry, post, nextSend, access, named);
  // Nothing else knows what the request has returned.
  return entry.state === 'sending' ? retry(policy, find, isRetryable) : find();
}

/** Save the end of an attempt or check. A post that belongs to another target is not saved: another step follows. */
async function settle(step: SettleStep, state: State): Promise<State | null> {
  const { outcome } = step;
  const entry = state.entry!;
  if (outcome?.outcome === 'published') logConfirmedPost(entry, outcome);
  if (outcome?.outcome === 'identified') logConfirmedPost(entry, outcome.post);
  if (outcome && 'error' in outcome) countOperatorError(outcome.error, entry.platform);
  let after: StoredEntry | null;
  try {
    // Also the reads between two writes are repeated.
    const record = () => advance(step, state);
    after = await (step.isOnlyRecord ? retry(policy, record, isRetryable) : record());
  } catch (error) {
    if (!isPostClaimConflict(error)) throw error;
    const { workspace_id, id, platform } = entry;
    if (entry.state !== 'unconfirmed') {
      log.error('post belongs to another target', { workspace_id, schedule_id: id, platform });
    }
    return { ...state, isPostTaken: true };
  }
  if (state.access?.state === 'usable') {
    const { account } = state.access;
    if (outcome?.outcome === 'retry') await recordPublishLimit(account, outcome, after?.entry.due_at ?? null);
    if (state.outcome?.outcome === 'published') await confirmToken(account);
  }
  return !after && step.unchanged === 'item' ? null : { ...state, isSettled: true };
}
