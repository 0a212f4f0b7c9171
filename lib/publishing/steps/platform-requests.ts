import { isDeepStrictEqual } from 'node:util';
import { type CredentialsResult, recoverFromTokenRejection } from '../../accounts/credentials/account-credentials.ts';
import type { LinkCard } from '../../content/rules/content.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite } from '../../content/store/schedule-entries.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { log } from '../../core/observability/log.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import type {
  Post,
  Preparation,
  PreparedState,
  PrepareOutcome,
  PublishOutcome,
} from '../../platforms/kit/publisher.ts';
import { type HELD, notSent } from '../rules/attempt-outcome.ts';
import { MIN_TIME_TO_SEND_MS, SEND_DEADLINE_MS } from '../rules/send-deadlines.ts';
import { textsOf, withTexts } from '../rules/sent-texts.ts';
import { approvedPages } from './approved-pages.ts';
import { mediaOf } from './library-media.ts';
import { getPlatformConnection } from './platform-connection.ts';
import type { Certifier } from './preparation-certificate.ts';

export type UsableCredentials = Extract<CredentialsResult, { state: 'usable' }>;

/** The deadline of a request before the one that posts. */
export const PREPARE_DEADLINE_MS = 15_000;
// A step takes up to three requests: download an image, start its upload, upload it. Then its result is saved.
const STEP_MS = 3 * PREPARE_DEADLINE_MS + 5_000;

interface Attempt {
  /** When the worker ends. */
  endsAtMs: number;
  /** The earlier preparation was sent with an unknown outcome. */
  mayBeLive: boolean;
  /** The approved cards of the item; null for one whose linked pages are read now. */
  cards: LinkCard[] | null;
  /** Adds the certificate to what is prepared, where one is required. */
  certify: Certifier;
}

/**
 * Prepare the post of a claimed entry, or continue an earlier preparation. Each step is saved, so that an attempt after a
 * crash continues there, and the texts with it: a post that may be live keeps those that were sent. Returns the outcome, the
 * post with its texts, the entry as it was saved last, and the account in use: the token may have been refreshed. Returns
 * null when another worker has taken over.
 */
export async function preparePost(
  claimed: ScheduleEntry,
  present: Post,
  access: UsableCredentials,
  { endsAtMs, mayBeLive, cards, certify }: Attempt,
) {
  let entry = claimed;
  // Another account may be connected while this attempt runs.
  let accountId = access.credentials.externalId;
  const sent = mayBeLive ? savedPreparation(claimed, present, accountId, cards, mayBeLive) : null;
  const post = withTexts(present, sent?.texts);
  const { preparesTexts } = publisherOf(access.account);
  const ofPost = { ...(preparesTexts ? {} : { texts: textsOf(post) }), ...stateOfCards(cards) };
  const preparation: Preparation = {
    get saved() {
      return savedPreparation(entry, post, accountId, cards, mayBeLive);
    },
    mayBeLive,
    save: async (progress) => {
      const after = { ...entry, prepared_state: await certify({ ...progress, accountId, ...ofPost }) };
      await commit([entryWrite(entry, after)]);
      entry = { ...after, version: entry.version + 1 };
    },
    hasTime: () => Date.now() + STEP_MS <= endsAtMs,
  };
  try {
    const prepared = await withTokenRetry(access, Number.POSITIVE_INFINITY, ({ account, credentials }) => {
      accountId = credentials.externalId;
      const media = mediaOf(account);
      const pages = cards && approvedPages(cards, { account, contentId: entry.content_id }, media);
      const connection = { ...getPlatformConnection(account, PREPARE_DEADLINE_MS), ...media, ...pages };
      return publisherOf(account).prepare(post, credentials, connection, preparation);
    });
    const { outcome } = prepared;
    if (outcome.outcome !== 'prepared') return { ...prepared, outcome, post, entry };
    const state = await certify({ ...outcome.preparation, accountId, ...ofPost });
    return { ...prepared, outcome: { ...outcome, preparation: state }, post, entry };
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}

/**
 * Return what an entry has prepared for an account of the platform; null when it is for another one, or when it is not live
 * and has another text, or other cards were approved since.
 */
export function savedPreparation(
  { prepared_state: prepared }: ScheduleEntry,
  post: Post,
  accountId: string,
  cards: LinkCard[] | null,
  mayBeLive = false,
): PreparedState | null {
  const { texts = textsOf(post), cardsHash } = prepared ?? {};
  const isSame = isDeepStrictEqual(texts, textsOf(post)) && cardsHash === stateOfCards(cards).cardsHash;
  const isCurrent = mayBeLive || isSame;
  return isCurrent && isOfAccount(prepared, accountId) ? prepared : null;
}

/** Return what a preparation stores about the approved cards: others may be approved later, or none. */
function stateOfCards(cards: LinkCard[] | null): PreparedState {
  return cards === null ? {} : { cardsHash: sha256(canonicalJson(cards)) };
}

/** Return whether what is prepared belongs to the account, which a user may have replaced since. */
function isOfAccount(prepared: PreparedState | null, accountId: string): boolean {
  return prepared?.accountId === undefined || prepared.accountId === accountId;
}

/**
 * Send the prepared post of an entry whose sending is stored. Returns the outcome with the account that was used: the
 * token may have been refreshed. A post is sent with the texts that are stored, and only as the account that it was prepared
 * for. `findHalt` is called before
 * a repeat with a new token.
 */
export function sendPost(
  sending: ScheduleEntry,
  post: Post,
  access: UsableCredentials,
  { endsAtMs, findHalt }: { endsAtMs: number; findHalt: () => Promise<typeof HELD | null> },
) {
  if (sending.state !== 'sending') throw new Error(`Entry ${sending.id} is ${sending.state}: nothing may be sent.`);
  const { externalId } = access.credentials;
  const retryUntilMs = endsAtMs - MIN_TIME_TO_SEND_MS;
  let isRepeat = false;
  return withTokenRetry<PublishOutcome | typeof HELD>(access, retryUntilMs, async ({ account, credentials }) => {
    const held = isRepeat ? await findHalt() : null;
    if (held) return held;
    isRepeat = true;
    // Another account was connected: the post is prepared for it by the next attempt.
    if (credentials.externalId !== externalId) return notSent('account_unavailable');
    const connection = getPlatformConnection(account, SEND_DEADLINE_MS, sending.attempts);
    const prepared = sending.prepared_state ?? {};
    return publisherOf(account).send(withTexts(post, prepared.texts), prepared, credentials, connection);
  });
}

/**
 * Send a request, and repeat it once with a new token when the platform rejects the token, until `retryUntilMs`.
 * The platform did not process a request with a rejected token, so the repetition is safe.
 */
async function withTokenRetry<T extends PublishOutcome | PrepareOutcome | typeof HELD>(
  access: UsableCredentials,
  retryUntilMs: number,
  request: (access: UsableCredentials) => Promise<T>,
): Promise<{ outcome: T | PublishOutcome; access: UsableCredentials }> {
  const first = await request(access);
  if (!isTokenRejection(first)) return { outcome: first, access };
  const recovered = await recover(access);
  if (recovered.state === 'unavailable') return { outcome: notSent('account_unavailable'), access };
  if (recovered.state === 'rejected_once') return { outcome: notSent('token_rejected'), access };
  // Without a new token, the caller gets the platform's rejection.
  if (recovered.state !== 'usable') return { outcome: first, access };
  if (Date.now() > retryUntilMs) return { outcome: notSent('preparation_slow'), access };
  const second = await request(recovered);
  if (isTokenRejection(second)) await recover(recovered);
  return { outcome: second, access: recovered };
}

/** Recover from a rejection. Any error counts as `unavailable`: the outcome of the request is known and must be recorded. */
async function recover({ account }: UsableCredentials): Promise<CredentialsResult> {
  try {
    return await recoverFromTokenRejection(account);
  } catch (error) {
    const { workspace_id, id: account_id } = account;
    log.error('token recovery failed', { workspace_id, account_id, error: error as Error });
    return { state: 'unavailable' };
  }
}

function isTokenRejection(outcome: PublishOutcome | PrepareOutcome | typeof HELD): boolean {
  return outcome.outcome === 'rejected' && outcome.error.code === 'unauthorized';
}
