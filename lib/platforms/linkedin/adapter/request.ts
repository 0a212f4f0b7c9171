import type { FoundPost } from '../../kit/found-post.ts';
import { type ClassificationRow, classifyPlatformError } from '../../kit/http/classification.ts';
import { asArray, asString, getPath, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, jsonCall } from '../../kit/http/request.ts';
import type { PublishingAccount } from '../../kit/publisher.ts';
import { timeInNumber } from '../facts/facts.ts';

/** LinkedIn Posts API. */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: [400, 499], messagePattern: /is a duplicate|duplicate post/i, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'LinkedIn already has this post' },
  { status: 403, outcome: 'rejected', code: 'forbidden', category: 'auth', message: 'LinkedIn has not granted this permission' },
  // Not an error of the post: an operator can configure a newer version while the post is still in time.
  { status: 426, outcome: 'retry', code: 'version_retired', category: 'system', message: 'The configured LinkedIn-Version is no longer supported', retryAfterSeconds: 1_800 },
];

const DAY_SECONDS = 86_400;

/** Compute the seconds until 00:00 UTC: LinkedIn's limits are per UTC day and responses state no reset. */
function secondsUntilUtcMidnight(): number {
  return DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
}

/** Classify an error response of LinkedIn, whose message names the post that a duplicate repeats. */
export function classify(answer: HttpResponse, account: PublishingAccount) {
  const json = parseJsonBody(answer);
  const inputErrors = asArray(getPath(json, 'errorDetails', 'inputErrors'));
  const messages = [getPath(json, 'message'), ...inputErrors.map((error) => getPath(error, 'description'))];
  const explanation = messages.map(asString).filter(Boolean).join(' ');
  const retryAfterSeconds = answer.status === 429 ? secondsUntilUtcMidnight() : null;
  const response = { status: answer.status, explanation, retryAfterSeconds };
  const outcome = classifyPlatformError(ROWS, response, account.accessToken);
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content') return outcome;
  const [, urn] = /duplicate of (urn:li:[A-Za-z]+:\d+)/.exec(explanation) ?? [];
  return isPostUrn(urn) ? { ...outcome, duplicateOf: toFoundPost(urn) } : outcome;
}

/** Check whether a value is the URN of a post: LinkedIn's ids are 64-bit numbers. */
export function isPostUrn(value: unknown): value is string {
  return typeof value === 'string' && /^urn:li:[A-Za-z]{1,32}:\d{1,20}$/.test(value);
}

/** Return the public URL of a post. */
export function postUrl(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}`;
}

/**
 * Describe a post by its URN, all that is known. If its number ceased to contain the time, no post would be taken for
 * the one that was sent.
 */
function toFoundPost(urn: string): FoundPost {
  return { platformPostId: urn, url: postUrl(urn), publishedAtMs: timeInNumber(urn.slice(urn.lastIndexOf(':') + 1)) };
}

/** Send one request to LinkedIn's versioned API; `body` undefined for none. @throws Error without the setting `linkedInVersion`. */
export const call = jsonCall(
  ({ baseUrl }, path) => `${baseUrl}${path}`,
  ({ settings }) => {
    const version = settings?.linkedInVersion;
    if (version === undefined) throw new Error('LinkedIn needs the setting linkedInVersion');
    return { 'linkedin-version': version, 'x-restli-protocol-version': '2.0.0' };
  },
);

/** Check that a URL belongs to LinkedIn or to the configured API: the upload sends the access token to it. */
export function isUploadUrl(value: unknown, baseUrl: string): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.origin === new URL(baseUrl).origin) return true;
  return url.protocol === 'https:' && /(^|\.)linkedin\.com$/.test(url.hostname);
}
