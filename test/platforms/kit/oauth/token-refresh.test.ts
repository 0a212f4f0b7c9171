import { describe, expect, it } from 'vitest';
import { PUBLISHERS } from '../../../../lib/platforms/adapters.ts';
import type { RefreshCredentials } from '../../../../lib/platforms/kit/publisher.ts';
import { PLATFORMS, type Platform } from '../../../../lib/platforms/platform.ts';
import { FIXTURES } from '../../fixtures.ts';
import { LONG_TIMEOUT_MS, startCannedServer, startRejectingServer, startServer } from '../../platforms.ts';

const SECRETS = { accessToken: 'old-access-1f', refreshToken: 'old-refresh-2e', clientSecret: 's3cret:+/=' };
const credentials: RefreshCredentials = { ...SECRETS, clientId: 'client 1' };
const PATH = '/the/token/url';

const refresh = (
  platform: Platform,
  origin: string,
  more: Partial<RefreshCredentials> = {},
  deadlineMs = LONG_TIMEOUT_MS,
) =>
  PUBLISHERS[platform].refresh(
    { ...credentials, ...more },
    { tokenUrl: `${origin}${PATH}`, deadlineMs, allowLoopback: true },
  );

/** The body of a response with the names that a platform gives its tokens. */
function named(platform: Platform, body: unknown): unknown {
  if (platform !== 'bluesky') return body;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.replace('"access_token"', '"accessJwt"').replace('"refresh_token"', '"refreshJwt"');
}

async function refreshAnswered(platform: Platform, status: number, body: unknown) {
  await using server = await startCannedServer(status, named(platform, body));
  const outcome = await refresh(platform, server.origin);
  expect(server.urls).toHaveLength(1);
  return outcome;
}

/** What one request for a token looks like. */
async function requestOf(platform: Platform, more: Partial<RefreshCredentials> = {}) {
  const seen: { method?: string | undefined; authorization?: string | undefined; type?: string | undefined } = {};
  await using server = await startServer((request, response) => {
    seen.method = request.method;
    seen.authorization = request.headers.authorization;
    seen.type = request.headers['content-type'];
    response.end('{"access_token":"new"}');
  });
  await refresh(platform, server.origin, more);
  return { ...seen, url: server.urls[0], form: Object.fromEntries(new URLSearchParams(server.bodies[0])) };
}

describe('X is asked for a token', () => {
  it('by a form and Basic authentication when the app has a secret', async () => {
    expect(await requestOf('twitter')).toEqual({
      method: 'POST',
      url: PATH,
      type: 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('client%201:s3cret%3A%2B%2F%3D').toString('base64')}`,
      form: { grant_type: 'refresh_token', refresh_token: SECRETS.refreshToken },
    });
  });

  it('with the client id in the form when the app has no secret', async () => {
    expect(await requestOf('twitter', { clientSecret: null })).toMatchObject({
      authorization: undefined,
      form: {
        grant_type: 'refresh_token',
        refresh_token: SECRETS.refreshToken,
        client_id: credentials.clientId,
      },
    });
  });
});

describe('LinkedIn is asked for a token', () => {
  it('by a form with the client in it', async () => {
    expect(await requestOf('linkedin')).toEqual({
      method: 'POST',
      url: PATH,
      type: 'application/x-www-form-urlencoded',
      authorization: undefined,
      form: {
        grant_type: 'refresh_token',
        refresh_token: SECRETS.refreshToken,
        client_id: credentials.clientId,
        client_secret: SECRETS.clientSecret,
      },
    });
  });
});

describe('Instagram is asked for a token', () => {
  it('with the living token, as documented', async () => {
    expect(await requestOf('instagram', { refreshToken: null, clientId: null, clientSecret: null })).toEqual({
      method: 'GET',
      url: `${PATH}?grant_type=ig_refresh_token&access_token=${SECRETS.accessToken}`,
      type: undefined,
      authorization: undefined,
      form: {},
    });
  });

  it.each([
    [190, undefined, 'rejected', 'auth'],
    [4, undefined, 'retry', 'rate_limit'],
    [17, undefined, 'retry', 'rate_limit'],
    [2, undefined, 'unknown', 'platform'],
    [10, undefined, 'rejected', 'auth'],
    [77, true, 'unknown', 'platform'],
  ])('and its error %s, transient %s, is %s', async (code, is_transient, outcome, category) => {
    const body = { error: { message: SECRETS.accessToken, code, is_transient } };
    expect(await refreshAnswered('instagram', 400, body)).toMatchObject({ outcome, error: { category } });
  });
});

describe('Bluesky is asked for a token', () => {
  it('with the refresh token in the header, and nothing in the body', async () => {
    expect(await requestOf('bluesky')).toEqual({
      method: 'POST',
      url: PATH,
      type: undefined,
      authorization: `Bearer ${SECRETS.refreshToken}`,
      form: {},
    });
  });

  it('only at a public address', async () => {
    await using server = await startCannedServer(200, {});
    const connection = { tokenUrl: server.origin, deadlineMs: LONG_TIMEOUT_MS };
    expect(await PUBLISHERS.bluesky.refresh(credentials, connection)).toMatchObject({ outcome: 'retry' });
    expect(server.urls).toEqual([]);
  });
});

describe('without what a request needs', () => {
  it.each<[Platform, Partial<RefreshCredentials>]>([
    ['twitter', { refreshToken: null }],
    ['twitter', { clientId: null }],
    ['linkedin', { refreshToken: null }],
    ['linkedin', { clientId: null }],
    ['linkedin', { clientSecret: null }],
    ['bluesky', { refreshToken: null }],
  ])('%s is not asked: %j', async (platform, missing) => {
    await using server = await startCannedServer(200, { access_token: 'new' });
    expect(await refresh(platform, server.origin, missing)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'not_refreshable', category: 'auth', retryable: false },
    });
    expect(server.urls).toEqual([]);
  });
});

describe.each(PLATFORMS)('%s', (platform) => {
  it('answers with new tokens and their lifetime', async () => {
    const body = { token_type: 'bearer', access_token: 'new', refresh_token: 'next', expires_in: 4_321 };
    expect(await refreshAnswered(platform, 200, body)).toEqual({
      outcome: 'refreshed',
      accessToken: 'new',
      refreshToken: 'next',
      expiresInSeconds: 4_321,
    });
  });

  it.each([undefined, '', null, 7, 'with space', 'with\nbreak'])(
    'takes the refresh token %j for none',
    async (refresh_token) => {
      const outcome = await refreshAnswered(platform, 200, { access_token: 'new', refresh_token });
      expect(outcome).toMatchObject({ outcome: 'refreshed', refreshToken: null });
    },
  );

  it.each([undefined, 0, -1, 1.5, '7200', 1e12, null])(
    'falls back to the documented lifetime when the response states %j',
    async (expires_in) => {
      const outcome = await refreshAnswered(platform, 200, { access_token: 'new', expires_in });
      expect(outcome).toMatchObject({ expiresInSeconds: FIXTURES[platform].tokenLifetimeSeconds });
    },
  );

  it.each([400, 401, 403])('is rejected by a %s', async (status) => {
    expect(await refreshAnswered(platform, status, { error: 'invalid_grant' })).toEqual({
      outcome: 'rejected',
      error: {
        code: 'refresh_refused',
        message: expect.stringContaining(`status ${status}, invalid_grant`),
        category: 'auth',
        retryable: false,
      },
    });
  });

  it.each([
    [429, 'rate_limit'],
    [404, 'system'],
    [402, 'system'],
  ])('may be asked again after a %s: nothing was carried out', async (status, category) => {
    expect(await refreshAnswered(platform, status, {})).toMatchObject({
      outcome: 'retry',
      error: { category, retryable: true },
    });
  });

  it.each([
    [200, '<html>'],
    [200, '{"access_token":"ne'],
    [200, '{"access_token":""}'],
    [200, '{"access_token":"a b"}'],
    [204, ''],
    [302, ''],
    [408, '{}'],
    [500, '{}'],
    [502, '<html>'],
    [503, '{}'],
  ])('does not know after %s %j whether the token is spent', async (status, body) => {
    expect(await refreshAnswered(platform, status, body)).toMatchObject({
      outcome: 'unknown',
      error: { code: 'unexpected_answer', category: 'platform', retryable: false },
    });
  });

  it('does not know after silence whether the token is spent, and does not ask twice', async () => {
    await using server = await startServer((_request, response) => response.destroy());
    expect(await refresh(platform, server.origin)).toMatchObject({
      outcome: 'unknown',
      error: { code: 'no_answer' },
    });
    expect(server.urls).toHaveLength(1);
  });

  it('does not wait past the deadline', async () => {
    await using server = await startServer(() => {});
    expect(await refresh(platform, server.origin, {}, 1_500)).toMatchObject({ outcome: 'unknown' });
  });

  it('may be asked again when it could not be reached', async () => {
    expect(await refresh(platform, await startRejectingServer())).toMatchObject({
      outcome: 'retry',
      error: { code: 'unreachable', retryable: true },
    });
  });

  it.each([200, 400, 429, 500])('keeps every secret out of what it says after a %s', async (status) => {
    await using server = await startServer((request, response) => {
      const said = `${request.url} ${request.headers.authorization} ${JSON.stringify(credentials)}`;
      response.writeHead(status).end(JSON.stringify({ error: said, error_description: said, message: said }));
    });
    const outcome = JSON.stringify(await refresh(platform, server.origin));
    for (const secret of Object.values(SECRETS)) expect(outcome).not.toContain(secret);
    expect(outcome).not.toContain('Basic');
  });
});
