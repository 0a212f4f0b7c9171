import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../../../lib/platforms/adapters.ts';
import type { PublishOutcome } from '../../../../lib/platforms/kit/publisher.ts';
import type { Platform } from '../../../../lib/platforms/platform.ts';
import { FIXTURES } from '../../fixtures.ts';
import { ACCOUNTS, makeConnection, makePost, startCannedServer } from '../../platforms.ts';

async function answered(platform: Platform, status: number, body: unknown): Promise<PublishOutcome> {
  await using server = await startCannedServer(status, body);
  const connection = makeConnection(server.origin);
  const account = ACCOUNTS[platform];
  return await PUBLISHERS[platform].send(makePost(platform), FIXTURES[platform].prepared, account, connection);
}

const xProblem = (status: number, title: string, detail: string) => ({
  title,
  detail,
  type: 'about:blank',
  status,
});
const X_INVALID = {
  errors: [{ parameters: { text: [] }, message: '$.text: is too long' }],
  title: 'Invalid Request',
  detail: 'One or more parameters to your request was invalid.',
  type: 'https://api.x.com/2/problems/invalid-request',
};
const X_DUPLICATE = xProblem(403, 'Forbidden', 'You are not allowed to create a Tweet with duplicate content.');
const X_FORBIDDEN = xProblem(403, 'Forbidden', 'You are not permitted to perform this action');

const linkedInInput = (status: number, message: string, description: string, code: string) => ({
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message,
  errorDetails: { inputErrors: [{ description, input: {}, code }] },
  status,
});
const LINKEDIN_TOO_LONG = linkedInInput(
  400,
  'ShareCommentary text length (8694 characters) exceeded the maximum allowed (3000 characters)',
  'Size of array cannot be higher than the maxLength',
  'FIELD_ARRAY_SIZE_TOO_HIGH',
);
const linkedInDuplicate = (message: string) =>
  linkedInInput(422, message, 'Duplicate post is detected', 'DUPLICATE_POST');

describe('What a platform answers to a post', () => {
  // biome-ignore format: a table is read by its rows
  it.each<[Platform, number, string, unknown, PublishOutcome['outcome'], string, string]>([
    ['twitter', 400, 'over-long text', X_INVALID, 'rejected', 'invalid_request', 'content'],
    ['twitter', 401, 'expired token', xProblem(401, 'Unauthorized', 'Unauthorized'), 'rejected', 'unauthorized', 'auth'],
    ['twitter', 402, 'no credits', xProblem(402, 'CreditsDepleted', ''), 'rejected', 'credits_depleted', 'account'],
    ['twitter', 403, 'duplicate', X_DUPLICATE, 'rejected', 'duplicate_content', 'content'],
    ['twitter', 403, 'not permitted', X_FORBIDDEN, 'rejected', 'forbidden', 'account'],
    ['twitter', 403, 'cashtags', xProblem(403, 'Forbidden', 'max one cashtag'), 'rejected', 'invalid_request', 'content'],
    ['twitter', 429, 'limit', xProblem(429, 'Too Many Requests', ''), 'retry', 'rate_limited', 'rate_limit'],
    ['twitter', 429, 'limit in the old shape', { errors: [{ code: 88, message: 'Rate limit exceeded' }] }, 'retry', 'rate_limited', 'rate_limit'],
    ['twitter', 503, 'over capacity', xProblem(503, 'Service Unavailable', ''), 'unknown', 'unexpected_answer', 'platform'],
    ['linkedin', 400, 'over-long text', LINKEDIN_TOO_LONG, 'rejected', 'invalid_request', 'content'],
    ['linkedin', 401, 'revoked token', { serviceErrorCode: 65601, status: 401, message: 'revoked' }, 'rejected', 'unauthorized', 'auth'],
    ['linkedin', 403, 'missing scope', { serviceErrorCode: 100, status: 403, message: 'no' }, 'rejected', 'forbidden', 'auth'],
    ['linkedin', 422, 'duplicate', linkedInDuplicate('Content is a duplicate'), 'rejected', 'duplicate_content', 'content'],
    ['linkedin', 422, 'other', { status: 422, message: 'no' }, 'rejected', 'unprocessable', 'content'],
    ['linkedin', 426, 'retired version', { status: 426, message: 'not active' }, 'retry', 'version_retired', 'system'],
    ['linkedin', 429, 'limit', { serviceErrorCode: 101, status: 429, message: 'throttle' }, 'retry', 'rate_limited', 'rate_limit'],
    ['linkedin', 500, 'failure', { status: 500, message: 'Internal' }, 'unknown', 'unexpected_answer', 'platform'],
    ['instagram', 413, 'too large', {}, 'rejected', 'too_large', 'content'],
    ['instagram', 403, 'limit', { error: { code: 4, message: 'Application request limit reached' } }, 'retry', 'rate_limited', 'rate_limit'],
    ['instagram', 500, 'failure', { error: { code: 2, message: 'An unexpected error' } }, 'unknown', 'unexpected_answer', 'platform'],
    ['instagram', 504, 'gateway', '<html>', 'unknown', 'unexpected_answer', 'platform'],
  ])('%s %s, %s, is classified', async (platform, status, _what, body, outcome, code, category) => {
    expect(await answered(platform, status, body)).toMatchObject({ outcome, error: { code, category } });
  });

  it.each<[Platform, number]>([
    ['twitter', 408],
    ['linkedin', 408],
    ['instagram', 408],
    ['twitter', 302],
    ['linkedin', 302],
    ['instagram', 302],
    ['twitter', 200],
    ['linkedin', 200],
    ['instagram', 200],
  ])('%s %s without an id leaves open whether the post is live', async (platform, status) => {
    expect(await answered(platform, status, {})).toMatchObject({ outcome: 'unknown' });
  });

  it("hands on which post LinkedIn calls the duplicate's original", async () => {
    const body = linkedInDuplicate('Content is a duplicate of urn:li:share:7141138937766391808');
    expect(await answered('linkedin', 422, body)).toMatchObject({
      outcome: 'rejected',
      // The time is in the id: X's and LinkedIn's ids are numbers that begin with it.
      duplicateOf: {
        platformPostId: 'urn:li:share:7141138937766391808',
        url: 'https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808',
        publishedAtMs: Date.parse('2023-12-14T18:56:38.709Z'),
      },
    });
  });

  it.each<[Platform, number, unknown]>([
    ['linkedin', 422, linkedInDuplicate('Content is a duplicate of something')],
    ['twitter', 403, X_DUPLICATE],
    ['instagram', 400, { error: { code: 506, message: 'Duplicate status message' } }],
    ['linkedin', 400, { status: 400, message: 'no place for urn:li:share:7141138937766391808' }],
  ])('%s %s names no original when the platform names none', async (platform, status, body) => {
    expect(await answered(platform, status, body)).not.toHaveProperty('duplicateOf');
  });

  it('holds a post for half an hour when the LinkedIn-Version is retired', async () => {
    expect(await answered('linkedin', 426, {})).toMatchObject({ retryAfterSeconds: 1_800 });
  });

  it("holds a post for half an hour when Instagram's posts of the day are used up", async () => {
    const body = { error: { code: 9, error_subcode: 2207042, message: 'limit' } };
    expect(await answered('instagram', 400, body)).toMatchObject({
      error: { code: 'rate_limited' },
      retryAfterSeconds: 1_800,
    });
  });
});
