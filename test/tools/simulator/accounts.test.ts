import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSimulator } from '../../platforms/platforms.ts';
import { call, graph, linkedIn, order, postOnLinkedIn, postOnX, publishContainer, type Simulated, x } from './calls.ts';

const MEMBER = 'urn:li:person:abc';
const X_ACCOUNT = { platform: 'twitter', account: '2244994945', access_token: 'a-1' } as const;
const LINKEDIN_ACCOUNT = { platform: 'linkedin', account: MEMBER, access_token: 'l-1' } as const;
const INSTAGRAM_ACCOUNT = { platform: 'instagram', account: '17', access_token: 'i-1' } as const;

const accounts = async ({ origin }: Simulated) => (await call(origin, 'GET', '/_simulator/accounts', {})).body;

afterEach(() => {
  vi.useRealTimers();
});

describe('registering an account', () => {
  it('lists it with the end of its access token, and no tokens', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:00:00Z') });
    await using simulator = await startSimulator();
    const secrets = { refresh_token: 'r-1', client_id: 'app', client_secret: 'hush' };
    await simulator.register({ ...X_ACCOUNT, ...secrets, expires_in: 60 });
    expect(await accounts(simulator)).toEqual([
      {
        platform: 'twitter',
        account: '2244994945',
        alive: true,
        access_token_expires_at: '2026-11-20T22:01:00.000Z',
      },
    ]);
  });

  it.each([
    [X_ACCOUNT, '2026-11-21T00:00:00.000Z'],
    [LINKEDIN_ACCOUNT, '2027-01-19T22:00:00.000Z'],
    [INSTAGRAM_ACCOUNT, '2027-01-19T22:00:00.000Z'],
  ])('takes the documented lifetime when none is said: $platform', async (account, end) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T22:00:00Z') });
    await using simulator = await startSimulator();
    await simulator.register(account);
    expect(await accounts(simulator)).toMatchObject([{ access_token_expires_at: end }]);
  });

  it.each([
    ['another member', { ...X_ACCOUNT, colour: 'blue' }],
    ['an unknown platform', { ...X_ACCOUNT, platform: 'x' }],
    ['an account of another form', { ...X_ACCOUNT, account: MEMBER }],
    ['no access token', { ...X_ACCOUNT, access_token: undefined }],
    ['an empty access token', { ...X_ACCOUNT, access_token: '' }],
    ['white space in a token', { ...X_ACCOUNT, refresh_token: 'a b' }],
    ['a negative lifetime', { ...X_ACCOUNT, expires_in: -1 }],
    ['a lifetime in words', { ...X_ACCOUNT, expires_in: '60' }],
    ['a secret without a client', { ...X_ACCOUNT, client_secret: 'hush' }],
    ['an empty client', { ...X_ACCOUNT, client_id: '' }],
    ['a time that is none', { ...X_ACCOUNT, issued_at: 'yesterday-ish' }],
    ['a time as a number', { ...X_ACCOUNT, issued_at: 5 }],
  ])('is rejected with %s', async (_what, account) => {
    await using simulator = await startSimulator();
    expect((await order(simulator, 'accounts', account)).status).toBe(400);
    expect(await accounts(simulator)).toEqual([]);
  });

  it.each([
    ['access', { access_token: 'a-1' }],
    ['refresh', { access_token: 'a-2', refresh_token: 'r-1' }],
  ])('is rejected when a living account has the %s token already', async (_kind, tokens) => {
    await using simulator = await startSimulator();
    await simulator.register({ ...X_ACCOUNT, refresh_token: 'r-1' });
    const rejected = await order(simulator, 'accounts', { ...X_ACCOUNT, account: '7', ...tokens });
    expect(rejected).toMatchObject({ status: 400, body: { error: 'another account has this token' } });
  });

  it('again revokes the tokens it had', async () => {
    await using simulator = await startSimulator();
    await simulator.register(X_ACCOUNT);
    await simulator.register({ ...X_ACCOUNT, access_token: 'a-2' });
    expect((await postOnX(simulator, 'old', 'a-1')).status).toBe(401);
    expect((await postOnX(simulator, 'new', 'a-2')).status).toBe(201);
    expect(await accounts(simulator)).toHaveLength(1);
  });

  it('again with the same token gives it new life', async () => {
    await using simulator = await startSimulator();
    await simulator.register({ ...X_ACCOUNT, expires_in: 0 });
    await simulator.register(X_ACCOUNT);
    expect((await postOnX(simulator, 'hi', 'a-1')).status).toBe(201);
  });

  it('is remembered by a simulator opened on the same file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'simulator-'));
    try {
      const path = join(directory, 'ledger.sqlite');
      {
        await using simulator = await startSimulator(path);
        await simulator.register({ ...X_ACCOUNT, expires_in: 0 });
      }
      await using simulator = await startSimulator(path);
      expect((await postOnX(simulator, 'hi', 'a-1')).status).toBe(401);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('an access token', () => {
  it('that was never registered is accepted, by X as an account of its own', async () => {
    await using simulator = await startSimulator();
    await simulator.register(X_ACCOUNT);
    const statuses: number[] = [];
    for (const token of ['a-1', 'simulator-x', 'simulator-x']) {
      statuses.push((await postOnX(simulator, 'hi', token)).status);
    }
    expect(statuses).toEqual([201, 201, 403]);
  });

  it('makes X take two tokens of one user for one account', async () => {
    await using simulator = await startSimulator();
    await simulator.register(X_ACCOUNT);
    expect((await postOnX(simulator, 'hi', 'a-1')).status).toBe(201);
    await simulator.register({ ...X_ACCOUNT, access_token: 'a-2' });
    expect((await postOnX(simulator, 'hi', 'a-2')).status).toBe(403);
  });

  it('works until its end and not after it', async () => {
    const now = Date.parse('2026-11-20T22:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    await using simulator = await startSimulator();
    await simulator.register({ ...X_ACCOUNT, expires_in: 60 });
    vi.setSystemTime(now + 59_999);
    expect((await postOnX(simulator, 'one', 'a-1')).status).toBe(201);
    vi.setSystemTime(now + 60_000);
    expect((await postOnX(simulator, 'two', 'a-1')).status).toBe(401);
  });

  it('that has ended is rejected by X in its words', async () => {
    await using simulator = await startSimulator();
    await simulator.register({ ...X_ACCOUNT, expires_in: 0 });
    expect((await postOnX(simulator, 'hi', 'a-1')).body).toEqual({
      title: 'Unauthorized',
      type: 'about:blank',
      status: 401,
      detail: 'Unauthorized',
    });
  });

  it.each([
    ['has ended', 0, 65602],
    ['was revoked', 60, 65601],
  ])('that %s is rejected by LinkedIn in its words', async (_what, expires_in, serviceErrorCode) => {
    await using simulator = await startSimulator();
    await simulator.register({ ...LINKEDIN_ACCOUNT, expires_in });
    if (expires_in > 0) await simulator.register({ ...LINKEDIN_ACCOUNT, access_token: 'l-2' });
    const rejected = await postOnLinkedIn(simulator, 'hi', 'l-1');
    expect(rejected).toMatchObject({ status: 401, body: { serviceErrorCode, status: 401 } });
  });

  it.each([
    ['has ended', 0, 463],
    ['was revoked', 60, 467],
  ])('that %s is rejected by Instagram in its words', async (_what, expires_in, error_subcode) => {
    await using simulator = await startSimulator();
    await simulator.register({ ...INSTAGRAM_ACCOUNT, expires_in });
    if (expires_in > 0) await simulator.register({ ...INSTAGRAM_ACCOUNT, access_token: 'i-2' });
    const rejected = await publishContainer(simulator, '17', '1', 'i-1');
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: 190, error_subcode } } });
  });

  it('of one member posts on LinkedIn for no other member', async () => {
    await using simulator = await startSimulator();
    await simulator.register(LINKEDIN_ACCOUNT);
    const stranger = await postOnLinkedIn(simulator, 'hi', 'l-1', 'urn:li:person:xyz');
    expect(stranger).toMatchObject({ status: 403, body: { serviceErrorCode: 100 } });
    expect((await postOnLinkedIn(simulator, 'hi', 'l-1', MEMBER)).status).toBe(201);
  });

  it('of one member uploads to LinkedIn for no other member', async () => {
    await using simulator = await startSimulator();
    await simulator.register(LINKEDIN_ACCOUNT);
    const upload = (owner: string) =>
      call(
        simulator.origin,
        'POST',
        '/_simulator/linkedin/rest/images?action=initializeUpload',
        { ...linkedIn, ...x('l-1') },
        { initializeUploadRequest: { owner } },
      );
    expect((await upload('urn:li:person:xyz')).status).toBe(403);
    expect((await upload(MEMBER)).status).toBe(200);
  });

  it.each(['media', 'media_publish', 'content_publishing_limit'])(
    "of one Instagram account does not open another's %s",
    async (edge) => {
      await using simulator = await startSimulator();
      await simulator.register(INSTAGRAM_ACCOUNT);
      const method = edge === 'media_publish' ? 'POST' : 'GET';
      const body = method === 'POST' ? {} : undefined;
      const rejected = await graph(simulator, method, `/18/${edge}`, body, 'i-1');
      expect(rejected).toMatchObject({ status: 400, body: { error: { code: 10 } } });
    },
  );

  it('of one Instagram account does not see the containers and media of another', async () => {
    await using simulator = await startSimulator();
    await simulator.register(INSTAGRAM_ACCOUNT);
    const container = await graph(simulator, 'POST', '/18/media', { image_url: 'https://a.example/a.jpg' });
    await graph(simulator, 'GET', `/${container.body.id}`);
    const { id } = (await publishContainer(simulator, '18', container.body.id)).body;
    for (const path of [`/${container.body.id}`, `/${id}`, `/${id}/insights?metric=views`]) {
      expect((await graph(simulator, 'GET', path)).status).toBe(200);
      const rejected = await graph(simulator, 'GET', path, undefined, 'i-1');
      expect(rejected.body.error).toMatchObject({ code: 100, error_subcode: 33 });
    }
  });
});
