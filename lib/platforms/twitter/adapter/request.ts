import {
  type ClassificationRow,
  classifyNoResponse,
  classifyPlatformError,
  toPrepareFailure,
} from '../../kit/http/classification.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { secondsUntilReset } from '../../kit/http/rate-limit-reset.ts';
import { type HttpResponse, jsonCall } from '../../kit/http/request.ts';
import type { Access, PrepareFailure, PublishingAccount } from '../../kit/publisher.ts';

/** X API v2, OpenAPI 2.167. */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: 402, outcome: 'rejected', code: 'credits_depleted', category: 'account', message: 'The X account has no credits left' },
  { status: 403, messagePattern: /duplicate content/i, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'X already has this post' },
  { status: 403, messagePattern: /cashtag/i, outcome: 'rejected', code: 'invalid_request', category: 'content', message: 'X rejected the post' },
];

/** The prefixes of the header triples that report the windows of X's rate limits. */
const LIMIT_WINDOWS = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'];

/** Compute the seconds until every exhausted window is reset; null when none is exhausted or has a plausible reset. */
function secondsUntilAccess({ headers }: HttpResponse): number | null {
  const waits = LIMIT_WINDOWS.filter((window) => headers[`${window}-remaining`] === '0')
    .map((window) => headers[`${window}-reset`])
    .filter((reset) => typeof reset === 'string' && /^\d{1,15}$/.test(reset))
    .flatMap((reset) => secondsUntilReset(Number(reset), Date.now()) ?? []);
  return waits.length === 0 ? null : Math.max(...waits);
}

/** Classify an error response of X. */
export function classify(answer: HttpResponse, account: PublishingAccount) {
  const json = parseJsonBody(answer);
  const errors = asArray(getPath(json, 'errors'));
  const details = errors.map((error) => getPath(error, 'message') ?? getPath(error, 'detail'));
  const explanation = [getPath(json, 'detail'), ...details].map(asString).filter(Boolean).join(' ');
  const rejection = { status: answer.status, explanation, retryAfterSeconds: secondsUntilAccess(answer) };
  return classifyPlatformError(ROWS, rejection, account.accessToken);
}

/** Send one request to X's API; `body` undefined for none. */
export const call = jsonCall(({ baseUrl }, path) => `${baseUrl}${path}`);

/** Check whether a value is an id as X writes it: up to 19 digits, as text. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,19}$/.test(value);
}

/** Return the public URL of a post; X redirects it to the one with the author's name. */
export function postUrl(postId: string): string {
  return `https://x.com/i/web/status/${postId}`;
}

/** Set the alternative text of an upload. X accepts it only before a post names the upload. */
export async function describeMedia(id: string, alt: string, ...access: Access): Promise<PrepareFailure | null> {
  const described = await call('POST', '/2/media/metadata', { id, metadata: { alt_text: { text: alt } } }, ...access);
  if (described.response === null) return toPrepareFailure(classifyNoResponse(described));
  return isSuccess(described.response) ? null : toPrepareFailure(classify(described.response, access[0]));
}
