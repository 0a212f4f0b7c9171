import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppCredentials, ExchangeOutcome } from '../../lib/platforms/kit/oauth-connector.ts';
import { CONNECTED, CONNECTORS, type Connected, connectionTo } from './consent.ts';
import { LONG_TIMEOUT_MS, startRejectingServer, startServer } from './platforms.ts';

const SECRETS = {
  code: 'code-7b2e',
  clientSecret: 's3cret-9d',
  verifier: 'verifier-5a',
  token: 'token-1c',
  long: 'long-8f',
};
const APP: AppCredentials = { clientId: 'client-1', clientSecret: SECRETS.clientSecret };

type Step = [path: string, body: object];

/** The requests of an exchange in their order, with responses that lead to the next one. */
const STEPS: Record<Connected, Step[]> = {
  twitter: [
    ['/2/oauth2/token', { access_token: SECRETS.token, refresh_token: 'next', expires_in: 7_200 }],
    ['/2/users/me', { data: { id: '42', username: 'ada' } }],
  ],
  linkedin: [
    ['/oauth/v2/accessToken', { access_token: SECRETS.token, expires_in: 5_184_000 }],
    ['/v2/me', { id: 'ada', localizedFirstName: 'Ada' }],
    ['/rest/organizationAcls', { elements: [{ organization: 'urn:li:organization:7', role: 'ADMINISTRATOR' }] }],
  ],
  instagram: [
    ['/oauth/access_token', { data: [{ access_token: SECRETS.token, user_id: 42 }] }],
    ['/access_token', { access_token: SECRETS.long, expires_in: 5_184_000 }],
    ['/v26.0/me', { user_id: '42', username: 'ada', account_type: 'BUSINESS' }],
  ],
};

type Answer = (response: ServerResponse, request: IncomingMessage, body: string) => void;

/** Exchange a code with a server that gives one answer at the step and proper ones at the others. */
async function exchangeWith(platform: Connected, step: number, answer: Answer, deadlineMs = LONG_TIMEOUT_MS) {
  const seen: string[] = [];
  await using server = await startServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://server');
    seen.push(pathname);
    const [path] = STEPS[platform][step]!;
    if (pathname === path) return answer(response, request, server.bodies.at(-1)!);
    const proper = STEPS[platform].find(([each]) => each === pathname)?.[1];
    response.writeHead(proper === undefined ? 404 : 200).end(JSON.stringify(proper ?? {}));
  });
  const outcome = await exchange(platform, server.origin, deadlineMs);
  // A code works once, so nothing is requested twice.
  expect(new Set(seen).size).toBe(seen.length);
  return { outcome, seen };
}

function exchange(platform: Connected, origin: string, deadlineMs = LONG_TIMEOUT_MS): Promise<ExchangeOutcome> {
  return CONNECTORS[platform].exchange({
    app: APP,
    redirectUri: 'https://stage.example/v1/connect/callback',
    state: 'state',
    connection: connectionTo(platform, origin, deadlineMs),
    code: SECRETS.code,
    parameters: {},
    pending: { code_verifier: SECRETS.verifier },
  });
}

const respond = (status: number, body: string): Answer => {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

const EVERY_STEP = CONNECTED.flatMap((platform) => STEPS[platform].map(([path], step) => ({ platform, path, step })));

/** Stop the clock of deadlines, which passes when a test says so. Connections of the network have another one. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });

afterEach(() => {
  vi.useRealTimers();
});

describe.each(CONNECTED)('connecting on %s', (platform) => {
  it('makes exactly the requests of the platform', async () => {
    const [path, body] = STEPS[platform][0]!;
    const { outcome, seen } = await exchangeWith(platform, 0, respond(200, JSON.stringify(body)));
    expect(outcome.outcome).toBe('granted');
    expect(seen.slice(0, STEPS[platform].length)).toEqual(STEPS[platform].map(([each]) => each));
    expect(seen[0]).toBe(path);
  });

  it('is unknown, and not tried again, when the platform cannot be reached', async () => {
    expect(await exchange(platform, await startRejectingServer())).toMatchObject({
      outcome: 'unknown',
      error: { code: 'unreachable' },
    });
  });

  it.each([undefined, '', 7, null, ['token'], 'with space', 'with\nbreak', 'x'.repeat(9_000)])(
    'takes the access token %j for none',
    async (access_token) => {
      const body = JSON.stringify({ access_token, data: [{ access_token }] });
      const { outcome, seen } = await exchangeWith(platform, 0, respond(200, body));
      expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer' } });
      expect(seen).toHaveLength(1);
    },
  );

  it('reports permissions that were not granted', async () => {
    const [, body] = STEPS[platform][0]!;
    const scope = 'tweet.read r_basicprofile';
    const partial = {
      ...body,
      scope,
      data: [{ access_token: SECRETS.token, permissions: ['instagram_business_basic'] }],
    };
    const { outcome, seen } = await exchangeWith(platform, 0, respond(200, JSON.stringify(partial)));
    expect(outcome).toMatchObject({ outcome: 'missing_scopes', error: { category: 'auth' } });
    expect(seen).toHaveLength(1);
  });
});

describe.each(EVERY_STEP)('$platform, at $path', ({ platform, step }) => {
  it.each([400, 401, 403, 404])('is rejected by a %i', async (status) => {
    const { outcome } = await exchangeWith(platform, step, respond(status, '{"error":"invalid_grant"}'));
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'code_refused', category: 'auth' } });
  });

  it('is rejected by a rate limit', async () => {
    const { outcome } = await exchangeWith(platform, step, respond(429, '{}'));
    expect(outcome).toMatchObject({ outcome: 'rejected', error: { code: 'rate_limited', category: 'rate_limit' } });
  });

  it.each([
    [200, '<html>'],
    [200, ''],
    [200, 'null'],
    [200, '"text"'],
    [200, '{"access_token":"ne'],
    [302, ''],
    [408, '{}'],
    [500, '{}'],
    [503, '<html>'],
  ])('is unknown after %i %j', async (status, body) => {
    const { outcome } = await exchangeWith(platform, step, respond(status, body));
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer', category: 'platform' } });
  });

  it.each<[string, Answer]>([
    ['a closed connection', (response) => response.destroy()],
    [
      'half a response',
      (response) => void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
    ],
    ['a response of 5 MB', (response) => void response.writeHead(200).end(`{"a":"${'x'.repeat(5_000_000)}"}`)],
  ])('is unknown after %s', async (_what, answer) => {
    const { outcome } = await exchangeWith(platform, step, answer);
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
  });

  it('does not wait past the deadline', async () => {
    stopClock();
    const { outcome } = await exchangeWith(platform, step, () => void vi.advanceTimersByTime(600), 600);
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
  });

  it.each([400, 429, 500, 200])('repeats nothing of what a %i says', async (status) => {
    const { outcome } = await exchangeWith(platform, step, (response, request, body) => {
      const said = `${request.url} ${request.headers.authorization} ${body} ${JSON.stringify(SECRETS)}`;
      const error = { error: said, error_description: said, error_message: said, message: said };
      response.writeHead(status).end(JSON.stringify({ ...error, data: error }));
    });
    if (outcome.outcome === 'granted') return;
    const text = JSON.stringify(outcome);
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text).not.toContain('Basic');
  });
});

describe.each(['linkedin', 'instagram'] as const)('connecting on %s', (platform) => {
  it('takes at most twice the deadline when every response is slow', async () => {
    await using server = await startServer((request, response) => {
      const { pathname } = new URL(request.url!, 'http://server');
      const body = STEPS[platform].find(([path]) => path === pathname)?.[1] ?? {};
      vi.advanceTimersByTime(700);
      response.end(JSON.stringify(body));
    });
    stopClock();
    const startMs = performance.now();
    const outcome = await exchange(platform, server.origin, 1_000);
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
    expect(performance.now() - startMs).toBeLessThan(2_300);
  });
});

describe('an id that is none', () => {
  const ids = [undefined, 7, '', 'a b', 'x'.repeat(100), '1/2', { id: '1' }];

  it.each(ids)('is not connected on X: %j', async (id) => {
    const { outcome } = await exchangeWith('twitter', 1, respond(200, JSON.stringify({ data: { id } })));
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer' } });
  });

  it.each(ids)('is not connected on Instagram: %j', async (user_id) => {
    const { outcome } = await exchangeWith('instagram', 2, respond(200, JSON.stringify({ user_id })));
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer' } });
  });

  it.each(ids)('is not connected for a member of LinkedIn: %j', async (id) => {
    const { outcome } = await exchangeWith('linkedin', 1, respond(200, JSON.stringify({ id })));
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer' } });
  });

  it('is left out of the organizations, as are other roles and repetitions', async () => {
    const urn = 'urn:li:organization:7';
    const elements = [
      ...[undefined, 7, 'urn:li:person:b', 'urn:li:organization:1/2'].map((organization) => ({
        organization,
        role: 'ADMINISTRATOR',
      })),
      { organization: 'urn:li:organization:8', role: 'ANALYST' },
      { organization: urn, role: 'ADMINISTRATOR' },
      { organizationTarget: urn, role: 'CONTENT_ADMINISTRATOR' },
      null,
    ];
    const { outcome, seen } = await exchangeWith('linkedin', 2, respond(200, JSON.stringify({ elements })));
    // The name cannot be read here, so the URN stands for it.
    const accounts = [{ externalId: 'urn:li:person:ada' }, { externalId: urn, name: urn }];
    expect(outcome).toMatchObject({ outcome: 'granted', accounts });
    expect(seen.filter((path) => path.startsWith('/rest/organizations/'))).toEqual(['/rest/organizations/7']);
  });

  it('is at most one of a hundred organizations', async () => {
    const elements = Array.from({ length: 300 }, (_, index) => ({
      organization: `urn:li:organization:${index}`,
      role: 'ADMINISTRATOR',
    }));
    const { outcome } = await exchangeWith('linkedin', 2, respond(200, JSON.stringify({ elements })));
    expect(outcome.outcome === 'granted' && outcome.accounts).toHaveLength(101);
  });
});

describe('a token of X without a refresh token', () => {
  it('is not connected, because it lives for two hours', async () => {
    const body = JSON.stringify({ access_token: SECRETS.token });
    const { outcome } = await exchangeWith('twitter', 0, respond(200, body));
    expect(outcome).toMatchObject({ outcome: 'unknown', error: { code: 'unexpected_answer' } });
  });
});

describe('a name', () => {
  it.each([
    ['ada\u0000\r\nlovelace', '@ada lovelace'],
    [`${'x'.repeat(199)}\ud83d\ude00`, `@${'x'.repeat(199)}\ufffd`],
    [7, '42'],
    [' ', '42'],
  ])('%j is kept as %j', async (username, name) => {
    const { outcome } = await exchangeWith(
      'twitter',
      1,
      respond(200, JSON.stringify({ data: { id: '42', username } })),
    );
    expect(outcome).toMatchObject({ outcome: 'granted', accounts: [{ name }] });
  });
});
