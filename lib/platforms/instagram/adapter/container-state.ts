import { setTimeout as sleep } from 'node:timers/promises';
import { classifyNoResponse, classifyPlatformError, toPrepareFailure } from '../../kit/http/classification.ts';
import { asNumber, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import type { HttpResponse } from '../../kit/http/request.ts';
import type { Access, Preparation, PrepareFailure } from '../../kit/publisher.ts';
import { call, classify, INSTAGRAM_ROWS } from './request.ts';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;

/**
 * The state of a container. The first five codes are Instagram's `status_code`; `GONE`: Instagram does not know the
 * container; `UNREAD`: an error, undocumented or missing response. `failure` is the outcome while a post is prepared.
 */
export type ContainerState =
  | { code: 'FINISHED' }
  | { code: 'PUBLISHED' }
  | { code: 'IN_PROGRESS' | 'EXPIRED' | 'ERROR' | 'GONE' | 'UNREAD'; failure: PrepareFailure };

/** Check for the Graph API's response to an unknown id of any kind: code 100, subcode 33. */
function isUnknownId(answer: HttpResponse): boolean {
  const error = getPath(parseJsonBody(answer), 'error');
  return asNumber(getPath(error, 'code')) === 100 && asNumber(getPath(error, 'error_subcode')) === 33;
}

/** Request the state of a container once. */
export async function fetchContainerState(containerId: string, ...access: Access): Promise<ContainerState> {
  const [account] = access;
  const toFailure = (status: number, explanation: string, errorSubcode?: number) => {
    const response = { status, errorSubcode, explanation, retryAfterSeconds: null };
    return toPrepareFailure(classifyPlatformError(INSTAGRAM_ROWS, response, account.accessToken));
  };
  const result = await call('GET', `${containerId}?fields=status_code,status`, undefined, ...access);
  if (result.response === null) return { code: 'UNREAD', failure: toPrepareFailure(classifyNoResponse(result)) };
  if (isUnknownId(result.response)) {
    return { code: 'GONE', failure: toFailure(400, 'Instagram does not know it', 2207006) };
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
      return { code, failure: toFailure(400, 'Instagram is still processing the image', 2207027) };
    case 'EXPIRED':
      return { code, failure: toFailure(400, explanation, 2207020) };
    case 'ERROR': {
      // Instagram explains the error in words; a subcode among them selects the row of the table.
      const subcode = /\b2207\d{3}\b/.exec(explanation)?.[0];
      return { code, failure: toFailure(400, explanation, subcode === undefined ? undefined : Number(subcode)) };
    }
    default:
      return { code: 'UNREAD', failure: toFailure(500, explanation) };
  }
}

/**
 * Poll a container at growing intervals until it is no longer in progress, at most `maxPolls` times, as long as the
 * connection's deadline, and while the attempt has time.
 */
export async function waitForContainer(
  containerId: string,
  maxPolls: number,
  { hasTime }: Pick<Preparation, 'hasTime'>,
  ...access: Access
): Promise<ContainerState> {
  const endMs = performance.now() + access[1].deadlineMs;
  for (let [polls, pauseMs] = [1, FIRST_POLL_MS]; ; polls++, pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
    const state = await fetchContainerState(containerId, ...access);
    const isOver = polls >= maxPolls || performance.now() + pauseMs >= endMs || !hasTime();
    if (state.code !== 'IN_PROGRESS' || isOver) return state;
    await sleep(pauseMs);
  }
}
