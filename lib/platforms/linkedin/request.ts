import { type ClassificationRow, classifyPlatformError } from '../classification.ts';
import { asArray, asString, getPath, parseJsonBody } from '../json-response.ts';
import type { PlatformConnection, PublishingAccount } from '../publisher.ts';
import { type HttpResponse, jsonCall } from '../request.ts';

/** LinkedIn Posts API. */
// biome-ignore format: a table is read by its rows
const ROWS: readonly ClassificationRow[] = [
  { status: [400, 499], messagePattern: /is a duplicate|duplicate post/i, outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'LinkedIn has this post already' },
  { status: 403, outcome: 'rejected', code: 'forbidden', category: 'auth', message: 'LinkedIn has not granted this permission' },
  // Independent of the post: it can still be published after an operator configures a newer version.
  { status: 426, outcome: 'retry', code: 'version_retired', category: 'system', message: 'The configured LinkedIn-Version is no longer served', retryAfterSeconds: 1_800 },
];

const DAY_SECONDS = 86_400;

/** Return the seconds until 00:00 UTC, when LinkedIn's daily rate limits reset. */
function secondsUntilUtcMidnight(): number {
  return DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
}

/** Classify an error response of LinkedIn. Its message names the post that a duplicate repeats. */
export function classify(answer: HttpResponse, account: PublishingAccount) {
  const json = parseJsonBody(answer);
  const inputErrors = asArray(getPath(json, 'errorDetails', 'inputErrors')).map((error) =>
    getPath(error, 'description'),
  );
  const explanation = [getPath(json, 'message'), ...inputErrors].map(asString).filter(Boolean).join(' ');
  const retryAfterSeconds = answer.status === 429 ? secondsUntilUtcMidnight() : null;
  const outcome = classifyPlatformError(
    ROWS,
    { status: answer.status, explanation, retryAfterSeconds },
    account.accessToken,
  );
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content') return outcome;
  const [, duplicateOf] = /duplicate of (urn:li:[A-Za-z]+:\d+)/.exec(explanation) ?? [];
  return duplicateOf === undefined ? outcome : { ...outcome, duplicateOf };
}

function headersOf(connection: PlatformConnection): Record<string, string> {
  if (connection.linkedInVersion === undefined) throw new Error('LinkedIn needs connection.linkedInVersion');
  return {
    'linkedin-version': connection.linkedInVersion,
    'x-restli-protocol-version': '2.0.0',
  };
}

/**
 * Send a request to LinkedIn's versioned API; `body` is undefined for none.
 *
 * @throws Error without `linkedInVersion`.
 */
export const call = jsonCall(({ baseUrl }, path) => `${baseUrl}${path}`, headersOf);
