import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '../../../lib/core/values/timestamps.ts';
import { type Grant, startSimulator } from '../../platforms/platforms.ts';
import {
  call,
  order,
  postOnLinkedIn,
  postOnX,
  publishContainer,
  refreshOnInstagram,
  refreshOnLinkedIn,
  refreshOnX,
  type Simulated,
  sendForm,
} from './calls.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

const X_ACCOUNT: Grant = {
  platform: 'twitter',
  account: '2244994945',
  access_token: 'a-1',
  refresh_token: 'r-1',
  client_id: 'app',
};
const LINKEDIN_ACCOUNT: Grant = {
  platform: 'linkedin',
  account: 'urn:li:person:abc',
  access_token: 'l-1',
  refresh_token: 'lr-1',
  client_id: 'app',
  client_secret: 'hush',
};
const INSTAGRAM_ACCOUNT: Grant = { platform: 'instagram', account: '17', access_token: 'i-1' };

const client = { client_id: 'app' };
const INVALID = {
  status: 400,
  body: {
    error: 'invalid_request',
    error_description: 'Value passed for the token was invalid.',
  },
};

async function withAccount(grant: Grant, run: (simulator: Simulated) => Promise<void>) {
  await using simulator = await startSimulator();
  await simulator.register(grant);
  await run(simulator);
}

const isAlive = async ({ origin }: Simulated) => (await call(origin, 'GET', '/_simulator/accounts', {})).body[0].alive;

afterEach(() => {
  vi.useRealTimers();
});

describe("X's token endpoint", () => {
  it('gives a new pair of tokens, of which the access token posts for the same account', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      const { status, body } = await refreshOnX(simulator, 'r-1', client);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          token_type: 'bearer',
          expires_in: 7_200,
          access_token: expect.stringMatching(/^\S+$/),
          scope: 'tweet.read tweet.write users.read media.write offline.access',
          refresh_token: expect.stringMatching(/^\S+$/),
        },
      });
      expect(['a-1', 'r-1']).not.toContain(body.access_token);
      expect(body.refresh_token).not.toBe('r-1');
      expect((await postOnX(simulator, 'hi', 'a-1')).status).toBe(201);
      expect((await postOnX(simulator, 'hi', body.access_token)).status).toBe(403);
    }));

  it('ends the new access token after two hours', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      vi.useFakeTimers({ toFake: ['Date'], now: NOW });
      const { access_token } = (await refreshOnX(simulator, 'r-1', client)).body;
      vi.setSystemTime(NOW + 7_199_999);
      expect((await postOnX(simulator, 'one', access_token)).status).toBe(201);
      vi.setSystemTime(NOW + 7_200_000);
      expect((await postOnX(simulator, 'two', access_token)).status).toBe(401);
    }));

  it('goes on from one refresh token to the next', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      const first = await refreshOnX(simulator, 'r-1', client);
      const second = await refreshOnX(simulator, first.body.refresh_token, client);
      expect(second.status).toBe(200);
      expect((await postOnX(simulator, 'hi', second.body.access_token)).status).toBe(201);
    }));

  it('ends every token of an account whose refresh token is used twice', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      const { access_token, refresh_token } = (await refreshOnX(simulator, 'r-1', client)).body;
      expect(await refreshOnX(simulator, 'r-1', client)).toMatchObject(INVALID);
      expect(await refreshOnX(simulator, refresh_token, client)).toMatchObject(INVALID);
      for (const token of ['a-1', access_token]) {
        expect((await postOnX(simulator, 'hi', token)).status).toBe(401);
      }
      expect(await isAlive(simulator)).toBe(false);
    }));

  it('leaves the tokens of other accounts alone when it ends a family', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      await simulator.register({ ...X_ACCOUNT, account: '7', access_token: 'a-7', refresh_token: 'r-7' });
      for (let n = 0; n < 2; n += 1) await refreshOnX(simulator, 'r-1', client);
      expect((await postOnX(simulator, 'hi', 'a-7')).status).toBe(201);
      expect((await refreshOnX(simulator, 'r-7', client)).status).toBe(200);
    }));

  it('remembers in the file which refresh tokens are spent', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'simulator-'));
    try {
      const path = join(directory, 'ledger.sqlite');
      {
        await using simulator = await startSimulator(path);
        await simulator.register(X_ACCOUNT);
        expect((await refreshOnX(simulator, 'r-1', client)).status).toBe(200);
      }
      await using simulator = await startSimulator(path);
      expect(await refreshOnX(simulator, 'r-1', client)).toMatchObject(INVALID);
      expect(await isAlive(simulator)).toBe(false);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it.each([
    ['an unknown refresh token', 'r-2', client, INVALID],
    ['an access token in its place', 'a-1', client, INVALID],
    ['no client', 'r-1', {}, { status: 400, body: { error: 'invalid_request' } }],
    ['another client', 'r-1', { client_id: 'other' }, INVALID],
  ])('rejects %s, and spends nothing', (_what, token, more, rejection) =>
    withAccount(X_ACCOUNT, async (simulator) => {
      expect(await refreshOnX(simulator, token, more)).toMatchObject(rejection);
      expect((await refreshOnX(simulator, 'r-1', client)).status).toBe(200);
    }),
  );

  it.each([
    ['another grant type', { grant_type: 'password', refresh_token: 'r-1', ...client }],
    ['an unknown parameter', { grant_type: 'refresh_token', refresh_token: 'r-1', ...client, colour: 'blue' }],
  ])('rejects %s', (_what, form) =>
    withAccount(X_ACCOUNT, async (simulator) => {
      const rejected = await sendForm(simulator.origin, '/_simulator/twitter/2/oauth2/token', form);
      expect(rejected).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect((await refreshOnX(simulator, 'r-1', client)).status).toBe(200);
    }),
  );

  it('rejects a body that is not a form', () =>
    withAccount(X_ACCOUNT, async (simulator) => {
      const headers = { 'content-type': 'application/json' };
      const body = { grant_type: 'refresh_token', refresh_token: 'r-1', ...client };
      const { origin } = simulator;
      expect((await call(origin, 'POST', '/_simulator/twitter/2/oauth2/token', headers, body)).status).toBe(400);
    }));

  it('wants Basic authentication, form-encoded, of an app that has a secret', () =>
    withAccount({ ...X_ACCOUNT, client_id: 'app 1', client_secret: 's:+/=' }, async (simulator) => {
      const unknown = { status: 401, body: { error: 'unauthorized_client' } };
      const form = { client_id: 'app 1' };
      expect(await refreshOnX(simulator, 'r-1', form)).toMatchObject(unknown);
      expect(await refreshOnX(simulator, 'r-1', {}, 'app%201:other')).toMatchObject(unknown);
      expect(await refreshOnX(simulator, 'r-1', {}, 'app%201:%')).toMatchObject(unknown);
      expect((await refreshOnX(simulator, 'r-1', {}, 'app%201:s%3A%2B%2F%3D')).status).toBe(200);
    }));
});

describe("LinkedIn's token endpoint", () => {
  it('gives an access token for 60 days and the same refresh token, as often as asked', () =>
    withAccount(LINKEDIN_ACCOUNT, async (simulator) => {
      const answers = [await refreshOnLinkedIn(simulator, 'lr-1'), await refreshOnLinkedIn(simulator, 'lr-1')];
      for (const { status, body } of answers) {
        expect({ status, body }).toEqual({
          status: 200,
          body: {
            access_token: expect.stringMatching(/^\S+$/),
            expires_in: 5_184_000,
            refresh_token: 'lr-1',
            refresh_token_expires_in: expect.any(Number),
          },
        });
        expect((await postOnLinkedIn(simulator, body.access_token, body.access_token)).status).toBe(201);
      }
    }));

  it('lets a refresh token end a year after the person agreed, and no access token outlive it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const issued_at = new Date(NOW - 360 * DAY_MS).toISOString();
    await using simulator = await startSimulator();
    await order(simulator, 'accounts', { ...LINKEDIN_ACCOUNT, issued_at });
    expect((await refreshOnLinkedIn(simulator, 'lr-1')).body).toMatchObject({
      expires_in: 5 * 86_400,
      refresh_token_expires_in: 5 * 86_400,
    });
    vi.setSystemTime(NOW + 5 * DAY_MS);
    expect((await refreshOnLinkedIn(simulator, 'lr-1')).body).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['an unknown refresh token', 'lr-2', {}, 400, 'invalid_grant'],
    ['another secret', 'lr-1', { client_secret: 'other' }, 401, 'invalid_client'],
    ['another client', 'lr-1', { client_id: 'other' }, 401, 'invalid_client'],
    ['an empty secret', 'lr-1', { client_secret: '' }, 400, 'invalid_request'],
    ['an unknown parameter', 'lr-1', { colour: 'blue' }, 400, 'invalid_request'],
    ['another grant type', 'lr-1', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ])('rejects %s', (_what, token, more, status, error) =>
    withAccount(LINKEDIN_ACCOUNT, async (simulator) => {
      expect(await refreshOnLinkedIn(simulator, token, more)).toMatchObject({ status, body: { error } });
    }),
  );

  it('rejects the previous refresh token of an account that was registered again', () =>
    withAccount(LINKEDIN_ACCOUNT, async (simulator) => {
      await simulator.register({ ...LINKEDIN_ACCOUNT, access_token: 'l-2', refresh_token: 'lr-2' });
      expect((await refreshOnLinkedIn(simulator, 'lr-1')).body).toMatchObject({ error: 'invalid_grant' });
      expect((await refreshOnLinkedIn(simulator, 'lr-2')).status).toBe(200);
    }));
});

describe("Instagram's token endpoint", () => {
  /** Whether a token is accepted: 24 is said of the container, 190 would be said of the token. */
  const codeWith = async (simulator: Simulated, token: string) =>
    (await publishContainer(simulator, '17', '1', token)).body.error.code;

  it('issues a token for 60 days, and the previous one stays valid', () =>
    withAccount(INSTAGRAM_ACCOUNT, async (simulator) => {
      const { status, body } = await refreshOnInstagram(simulator, 'i-1');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          access_token: expect.stringMatching(/^\S+$/),
          token_type: 'bearer',
          expires_in: 5_184_000,
        },
      });
      expect(body.access_token).not.toBe('i-1');
      for (const token of ['i-1', body.access_token]) expect(await codeWith(simulator, token)).toBe(24);
    }));

  it.each([
    ['that has ended', 'i-1', 0],
    ['that was never registered', 'i-2', 60],
  ])('rejects a token %s', (_what, token, expires_in) =>
    withAccount({ ...INSTAGRAM_ACCOUNT, expires_in }, async (simulator) => {
      const rejected = await refreshOnInstagram(simulator, token);
      expect(rejected).toMatchObject({ status: 400, body: { error: { code: 190 } } });
    }),
  );

  it('rejects a token younger than a day when it was said how old it is, and the next one too', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    await order(simulator, 'accounts', { ...INSTAGRAM_ACCOUNT, issued_at: new Date(NOW).toISOString() });
    vi.setSystemTime(NOW + DAY_MS - 1);
    expect((await refreshOnInstagram(simulator, 'i-1')).body.error.code).toBe(190);
    vi.setSystemTime(NOW + DAY_MS);
    const { status, body } = await refreshOnInstagram(simulator, 'i-1');
    expect(status).toBe(200);
    expect((await refreshOnInstagram(simulator, body.access_token)).body.error.code).toBe(190);
  });

  it.each([
    ['another grant type', '?grant_type=refresh_token&access_token=i-1'],
    ['an unknown parameter', '?grant_type=ig_refresh_token&access_token=i-1&colour=blue'],
    ['a parameter that is there twice', '?grant_type=ig_refresh_token&access_token=i-1&access_token=i-1'],
  ])('rejects %s', (_what, query) =>
    withAccount(INSTAGRAM_ACCOUNT, async ({ origin }) => {
      const path = `/_simulator/instagram/refresh_access_token${query}`;
      expect((await call(origin, 'GET', path, {})).body.error.code).toBe(100);
    }),
  );
});
