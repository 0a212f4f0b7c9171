import { classifyPlatformError } from '../classification.ts';
import { asArray, asNumber, asString, getPath, parseJsonBody } from '../json-response.ts';
import type { PublishingAccount } from '../publisher.ts';
import { type HttpResponse, jsonCall } from '../request.ts';
import { INSTAGRAM_ROWS } from './errors.ts';

/** Current since 29 July 2026. */
const GRAPH_VERSION = 'v26.0';

/**
 * Read the wait that Meta estimates per business and rate limit, in a JSON header.
 *
 * Returns null without one.
 */
function secondsUntilAccess(answer: HttpResponse): number | null {
  const header = asString(answer.headers['x-business-use-case-usage']);
  if (header === undefined) return null;
  const usage = parseJsonBody({ ...answer, body: header });
  if (typeof usage !== 'object' || usage === null) return null;
  const minutes = Object.values(usage)
    .flatMap(asArray)
    .map((limit) => asNumber(getPath(limit, 'estimated_time_to_regain_access')) ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : Math.ceil(longest * 60);
}

/** Classify an error response of Instagram. */
export function classify(answer: HttpResponse, account: PublishingAccount) {
  const error = getPath(parseJsonBody(answer), 'error');
  const refusal = {
    status: answer.status,
    errorCode: asNumber(getPath(error, 'code')),
    errorSubcode: asNumber(getPath(error, 'error_subcode')),
    transient: getPath(error, 'is_transient') === true,
    explanation: asString(getPath(error, 'error_user_msg')) ?? asString(getPath(error, 'message')) ?? '',
    retryAfterSeconds: secondsUntilAccess(answer),
  };
  return classifyPlatformError(INSTAGRAM_ROWS, refusal, account.accessToken);
}

/** Send a request to Graph. The token is in a header, because proxies log URLs. */
export const call = jsonCall(({ baseUrl }, path) => `${baseUrl}/${GRAPH_VERSION}/${path}`);

/** Return whether a value is an Instagram id: a string of digits. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\d+$/.test(value);
}
