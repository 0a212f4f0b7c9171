import { type ClassificationRow, classifyPlatformError } from '../classification.ts';
import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import type { PublishingAccount } from '../publisher.ts';
import { type HttpResponse, jsonCall } from '../request.ts';

/** LinkedIn Posts API. */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: [400, 499], messagePattern: /is a duplicate|duplicate post/i, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'LinkedIn has this post already' },
  { status: 403, outcome: 'rejected', code: 'forbidden', category: 'auth', message: 'LinkedIn has not granted this permission' },
  // Not an error of the post: an operator can configure a newer version while the post is still in time.
  { status: 426, outcome: 'retry', code: 'version_retired', category: 'system', message: 'The configured LinkedIn-Version is no longer served', retryAfterSeconds: 1_800 },
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
  const [, duplicateOf] = /duplicate of (urn:li:[A-Za-z]+:\d+)/.exec(explanation) ?? [];
  return duplicateOf === undefined ? outcome : { ...outcome, duplicateOf };
}

/** Send one request to LinkedIn's versioned API; `body` undefined for none. @throws Error without `linkedInVersion`. */
export const call = jsonCall(
  ({ baseUrl }, path) => `${baseUrl}${path}`,
  ({ linkedInVersion }) => {
    if (linkedInVersion === undefined) throw new Error('LinkedIn needs connection.linkedInVersion');
    return { 'linkedin-version': linkedInVersion, 'x-restli-protocol-version': '2.0.0' };
  },
);
