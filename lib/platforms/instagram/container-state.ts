import { setTimeout as sleep } from 'node:timers/promises';
import { classifyNoResponse, classifyPlatformError, toPrepareFailure } from '../classification.ts';
import { asNumber, asString, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import type { PlatformConnection, PrepareFailure, PublishingAccount } from '../publisher.ts';
import type { HttpResponse } from '../request.ts';
import { INSTAGRAM_ROWS } from './errors.ts';
import { call, classify } from './request.ts';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;

/**
 * The state of a container.
 *
 * The first five are Instagram's `status_code`. `GONE`: Instagram does not know the container. `UNREAD`: the
 * response was an error, undocumented, or missing. `failure` is the outcome for a post that is being prepared.
 */
export type ContainerState =
  | { code: 'FINISHED' }
  | { code: 'PUBLISHED' }
  | { code: 'IN_PROGRESS' | 'EXPIRED' | 'ERROR' | 'GONE' | 'UNREAD'; failure: PrepareFailure };

/** Classify Instagram's explanation of why a container cannot be published. */
function toContainerFailure(
  account: PublishingAccount,
  status: number,
  explanation: string,
  errorSubcode?: number,
): PrepareFailure {
  const refusal = { status, errorSubcode, explanation, retryAfterSeconds: null };
  return toPrepareFailure(classifyPlatformError(INSTAGRAM_ROWS, refusal, account.accessToken));
}

/** Return whether Graph does not know an id: code 100, subcode 33. */
function isUnknownId(answer: HttpResponse): boolean {
  const error = getPath(parseJsonBody(answer), 'error');
  return asNumber(getPath(error, 'code')) === 100 && asNumber(getPath(error, 'error_subcode')) === 33;
}

/** Request the state of a container once. */
export async function fetchContainerState(
  containerId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<ContainerState> {
  const result = await call(
    'GET',
    `${containerId}?fields=status_code,status`,
    undefined,
    account,
    connection,
  );
  if (result.response === null)
    return { code: 'UNREAD', failure: toPrepareFailure(classifyNoResponse(result)) };
  if (isUnknownId(result.response)) {
    return { code: 'GONE', failure: toContainerFailure(account, 400, 'Instagram does not know it', 2207006) };
  }
  if (!isSuccess(result.response)) {
    const failure = toPrepareFailure(classify(result.response, account));
    return { code: failure.error.code === 'container_gone' ? 'GONE' : 'UNREAD', failure };
  }
  const json = parseJsonBody(result.response);
  const code = asString(getPath(json, 'status_code'));
  const explanation = asString(getPath(json, 'status')) ?? '';
  switch (code) {
    case 'FINISHED':
    case 'PUBLISHED':
      return { code };
    case 'IN_PROGRESS':
      return {
        code,
        failure: toContainerFailure(account, 400, 'Instagram is still processing the picture', 2207027),
      };
    case 'EXPIRED':
      return { code, failure: toContainerFailure(account, 400, explanation, 2207020) };
    case 'ERROR': {
      // The explanation may contain a subcode, which identifies the row of the error table.
      const named = /\b2207\d{3}\b/.exec(explanation);
      const subcode = named === null ? undefined : Number(named[0]);
      return { code, failure: toContainerFailure(account, 400, explanation, subcode) };
    }
    default:
      return { code: 'UNREAD', failure: toContainerFailure(account, 500, explanation) };
  }
}

/** Poll a container at growing intervals until it is finished or the deadline has passed. */
export async function waitForContainer(
  containerId: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<ContainerState> {
  const endMs = performance.now() + connection.deadlineMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
    const left = { ...connection, deadlineMs: Math.max(1, Math.floor(endMs - performance.now())) };
    const state = await fetchContainerState(containerId, account, left);
    if (state.code !== 'IN_PROGRESS' || performance.now() + pauseMs >= endMs) return state;
    await sleep(pauseMs);
  }
}
