import { type ClassificationRow, classifyPlatformError } from '../../kit/http/classification.ts';
import { asArray, asNumber, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { toPlausibleWait } from '../../kit/http/rate-limit-reset.ts';
import { type HttpResponse, jsonCall } from '../../kit/http/request.ts';
import type { PublishingAccount } from '../../kit/publisher.ts';

/** Current since 29 July 2026. */
const GRAPH_VERSION = 'v26.0';

/**
 * The wait after the limit of posts in 24 hours. Instagram counts the last 24 hours and does not state when the next
 * post is possible, so half an hour is a compromise between delay and load.
 */
export const QUOTA_WAIT_SECONDS = 1_800;

const PERMISSION_CODES = [10, ...Array.from({ length: 100 }, (_, index) => 200 + index)];

/**
 * Instagram's error table. Nearly every error has status 400, so `code` and `error_subcode` decide. Subcodes come
 * first: 4 with 2207051 is a suspicion of spam, 4 alone is a rate limit. `unknown` applies at `media_publish`; while a
 * container is being created nothing can be live, so the request is retried.
 */
// biome-ignore format: a table is read by its rows
export const INSTAGRAM_ROWS: readonly ClassificationRow[] = [
  { status: [500, 599], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while processing the post. It may be live' },
  { errorSubcodes: [2207003, 2207052], outcome: 'retry', code: 'media_unavailable', category: 'content', message: 'Instagram could not download the image' },
  { errorSubcodes: [2207006, 2207008, 2207020], outcome: 'retry', code: 'container_gone', category: 'platform', message: 'The prepared post no longer exists on Instagram' },
  { errorSubcodes: [2207001, 2207032, 2207053], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while processing the post. It may be live' },
  { errorSubcodes: [2207027], outcome: 'retry', code: 'media_not_ready', category: 'platform', message: 'Instagram is still processing the image' },
  { errorSubcodes: [2207042], outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "Instagram's limit of posts in 24 hours is reached", retryAfterSeconds: QUOTA_WAIT_SECONDS },
  { errorSubcodes: [2207050, 2207051], outcome: 'rejected', code: 'account_restricted', category: 'account', message: 'Instagram restricts this account' },
  { errorSubcodes: [2207004], outcome: 'rejected', code: 'media_too_large', category: 'content', message: 'The image is too large for Instagram' },
  { errorSubcodes: [2207005, 2207009, 2207026], outcome: 'rejected', code: 'media_unsupported', category: 'content', message: 'Instagram does not support this image type' },
  { errorSubcodes: [2207010], outcome: 'rejected', code: 'text_too_long', category: 'content', message: 'The caption is too long for Instagram' },
  { errorCodes: [190], outcome: 'rejected', code: 'unauthorized', category: 'auth', message: 'Instagram rejected the access token' },
  { errorCodes: [4, 17, 32, 613, 80002], outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "Instagram's limit of requests is reached" },
  { errorCodes: PERMISSION_CODES, outcome: 'rejected', code: 'forbidden', category: 'auth', message: 'Instagram has not granted this permission' },
  { errorCodes: [368], outcome: 'rejected', code: 'account_restricted', category: 'account', message: 'Instagram restricts this account' },
  { errorCodes: [506], outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'Instagram already has this post' },
  { errorCodes: [9007], outcome: 'retry', code: 'media_not_ready', category: 'platform', message: 'Instagram is still processing the image' },
  { errorCodes: [-1, 1, 2], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while processing the post. It may be live' },
  { transient: true, outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while processing the post. It may be live' },
];

/**
 * Read the estimated end of a rate limit, in minutes per business and kind, from a header with JSON. Null without a
 * plausible one.
 */
function secondsUntilAccess(answer: HttpResponse): number | null {
  const header = asString(answer.headers['x-business-use-case-usage']);
  const usage = header === undefined ? null : parseJsonBody({ ...answer, body: header });
  if (typeof usage !== 'object' || usage === null) return null;
  const waits = Object.values(usage)
    .flatMap(asArray)
    .flatMap((limit) => {
      const minutes = asNumber(getPath(limit, 'estimated_time_to_regain_access')) ?? 0;
      return toPlausibleWait(minutes * 60) ?? [];
    });
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Classify an error response of Instagram. */
export function classify(answer: HttpResponse, account: PublishingAccount) {
  const error = getPath(parseJsonBody(answer), 'error');
  const response = {
    status: answer.status,
    errorCode: asNumber(getPath(error, 'code')),
    errorSubcode: asNumber(getPath(error, 'error_subcode')),
    transient: getPath(error, 'is_transient') === true,
    explanation: asString(getPath(error, 'error_user_msg')) ?? asString(getPath(error, 'message')) ?? '',
    retryAfterSeconds: secondsUntilAccess(answer),
  };
  return classifyPlatformError(INSTAGRAM_ROWS, response, account.accessToken);
}

/** Send one request to the Graph API; `body` undefined for none. */
export const call = jsonCall(({ baseUrl }, path) => `${baseUrl}/${GRAPH_VERSION}/${path}`);

/** Check whether a value is an id as Instagram writes it: digits, as text; it writes fewer than twenty. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,32}$/.test(value);
}
