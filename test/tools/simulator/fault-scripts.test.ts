import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFRESH_SCRIPT_NAMES, type RefreshScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import { DETAILED_PLATFORMS as PLATFORMS } from '../../platforms/fixtures.ts';
import { type Grant, startSimulator } from '../../platforms/platforms.ts';
import {
  makeContainer,
  order,
  postOnLinkedIn,
  postOnX,
  publishContainer,
  refreshOnInstagram,
  refreshOnLinkedIn,
  refreshOnX,
  type Simulated,
  stateOf,
} from './calls.ts';

const ACCOUNTS: Record<(typeof PLATFORMS)[number], Grant> = {
  twitter: { platform: 'twitter', account: '7', access_token: 'a-1', refresh_token: 'r-1', client_id: 'app' },
  linkedin: {
    platform: 'linkedin',
    account: 'urn:li:person:abc',
    access_token: 'a-1',
    refresh_token: 'r-1',
    client_id: 'app',
  },
  instagram: { platform: 'instagram', account: '17', access_token: 'a-1' },
};

const REFRESHES = {
  twitter: (simulator: Simulated) => refreshOnX(simulator, 'r-1', { client_id: 'app' }),
  linkedin: (simulator: Simulated) => refreshOnLinkedIn(simulator, 'r-1'),
  instagram: (simulator: Simulated) => refreshOnInstagram(simulator, 'a-1'),
};

const statusesOf = async (posts: (() => Promise<{ status: number }>)[]) => {
  const statuses: number[] = [];
  for (const post of posts) statuses.push((await post()).status);
  return statuses;
};

describe('an order for a script', () => {
  it.each([
    ['an unknown platform', { platform: 'myspace', script: 'ok' }],
    ['an unknown script', { platform: 'twitter', script: 'explode' }],
    ['a number of times that is none', { platform: 'twitter', script: 'ok', times: -1 }],
    ['an interval that is none', { platform: 'twitter', script: 'ok', every: 0 }],
    ['an unknown member', { platform: 'twitter', script: 'ok', colour: 'blue' }],
    ['an empty account', { platform: 'twitter', script: 'ok', account: '' }],
    ['a number for an account', { platform: 'twitter', script: 'ok', account: 7 }],
    ['an unknown kind of request', { platform: 'twitter', script: 'ok', on: 'delete' }],
    ['a posting script on refreshing', { platform: 'twitter', script: 'duplicate', on: 'refresh' }],
    ['a refreshing script on posting', { platform: 'twitter', script: 'without_refresh_token' }],
  ])('is rejected with %s', async (_what, body) => {
    await using simulator = await startSimulator();
    expect((await order(simulator, 'scripts', body)).status).toBe(400);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a text', 'ok'],
  ])('is rejected when it is %s', async (_what, body) => {
    await using simulator = await startSimulator();
    expect((await order(simulator, 'scripts', body)).status).toBe(400);
  });

  it('is carried out as often as asked, on that platform only', async () => {
    await using simulator = await startSimulator();
    await simulator.script('twitter', '500_before_effect', 2);
    expect((await postOnLinkedIn(simulator, 'hi')).status).toBe(201);
    const posts = ['a', 'b', 'c'].map((text) => () => postOnX(simulator, text));
    expect(await statusesOf(posts)).toEqual([500, 500, 201]);
  });

  it('is carried out for each third request, as often as asked', async () => {
    await using simulator = await startSimulator();
    await simulator.script('twitter', '402', 2, { every: 3 });
    const posts = Array.from({ length: 9 }, (_, index) => () => postOnX(simulator, `Post ${index}`));
    expect(await statusesOf(posts)).toEqual([201, 201, 402, 201, 201, 402, 201, 201, 201]);
  });

  it('is taken back by asking for it no times', async () => {
    await using simulator = await startSimulator();
    await simulator.script('twitter', '402', 2);
    await simulator.script('twitter', '402', 0);
    expect((await postOnX(simulator, 'hi')).status).toBe(201);
  });
});

describe('a script for one account', () => {
  it('is played for its user on X, whichever token is used', async () => {
    await using simulator = await startSimulator();
    await simulator.register(ACCOUNTS.twitter);
    await simulator.script('twitter', '402', 1, { account: '7' });
    const posts = [() => postOnX(simulator, 'hi', 'other'), () => postOnX(simulator, 'hi', 'a-1')];
    expect(await statusesOf(posts)).toEqual([201, 402]);
  });

  it('is played for its author on LinkedIn', async () => {
    await using simulator = await startSimulator();
    await simulator.script('linkedin', '402', 1, { account: 'urn:li:person:xyz' });
    const posts = ['urn:li:person:abc', 'urn:li:person:xyz'].map(
      (author) => () => postOnLinkedIn(simulator, 'hi', 'anyone', author),
    );
    expect(await statusesOf(posts)).toEqual([201, 402]);
  });

  it('is played for its user on Instagram', async () => {
    await using simulator = await startSimulator();
    await simulator.script('instagram', '402', 1, { account: '18' });
    const ids = [await makeContainer(simulator, '17', {}, 2), await makeContainer(simulator, '18', {}, 2)];
    const posts = ['17', '18'].map((account, n) => () => publishContainer(simulator, account, ids[n]!));
    expect(await statusesOf(posts)).toEqual([200, 402]);
  });

  it("goes before the platform's, which waits", async () => {
    await using simulator = await startSimulator();
    await simulator.script('twitter', '500_before_effect');
    await simulator.script('twitter', '402', 1, { account: 'anyone' });
    const posts = ['a', 'b', 'c'].map((text) => () => postOnX(simulator, text));
    expect(await statusesOf(posts)).toEqual([402, 500, 201]);
  });

  it('is remembered by a simulator opened on the same file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'simulator-'));
    try {
      const path = join(directory, 'ledger.sqlite');
      {
        await using simulator = await startSimulator(path);
        await simulator.script('twitter', '402', 1, { account: 'b' });
      }
      await using simulator = await startSimulator(path);
      const posts = ['a', 'b', 'b'].map((token) => () => postOnX(simulator, 'hi', token));
      expect(await statusesOf(posts)).toEqual([201, 402, 201]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});

describe('a script at media_publish', () => {
  it.each(['500_before_effect', 'drop_before_effect', '429', '401_expired'])(
    'leaves the container finished after %s',
    async (script) => {
      await using simulator = await startSimulator();
      const id = await makeContainer(simulator, '17', {}, 2);
      await simulator.script('instagram', script);
      await publishContainer(simulator, '17', id).catch(() => {});
      expect(await stateOf(simulator, id)).toBe('FINISHED');
      expect(await simulator.posts()).toEqual([]);
    },
  );

  it('leaves the container published after 500_after_effect', async () => {
    await using simulator = await startSimulator();
    const id = await makeContainer(simulator, '17', {}, 2);
    await simulator.script('instagram', '500_after_effect');
    expect((await publishContainer(simulator, '17', id)).status).toBe(500);
    expect(await stateOf(simulator, id)).toBe('PUBLISHED');
    expect(await simulator.posts()).toHaveLength(1);
  });
});

/** Whether the token is renewed; the answer's status, null when it breaks off or is not JSON. */
const REFRESHED: Record<Exclude<RefreshScriptName, 'hang'>, { effect: boolean; status: number | null }> = {
  ok: { effect: true, status: 200 },
  ok_then_drop: { effect: true, status: null },
  drop_before_effect: { effect: false, status: null },
  '500_after_effect': { effect: true, status: 500 },
  '500_before_effect': { effect: false, status: 500 },
  '429': { effect: false, status: 429 },
  html_502: { effect: true, status: null },
  truncated_json: { effect: true, status: null },
  without_refresh_token: { effect: true, status: 200 },
};
const ANSWERED = REFRESH_SCRIPT_NAMES.filter((name) => name !== 'hang');

describe.each(PLATFORMS)('a script for refreshing on %s', (platform) => {
  /** The end of the account's latest access token: it moves when there is a new one. */
  async function endOf({ origin }: Simulated): Promise<number> {
    const accounts = (await (await fetch(`${origin}/_simulator/accounts`)).json()) as Record<string, string>[];
    return Date.parse(accounts[0]!.access_token_expires_at!);
  }

  it.each(ANSWERED)('%s has the effect and the answer it says', async (script) => {
    await using simulator = await startSimulator();
    await simulator.register({ ...ACCOUNTS[platform], expires_in: 60 });
    const before = await endOf(simulator);
    await simulator.script(platform, script, 1, { on: 'refresh' });
    const { effect, status } = REFRESHED[script];
    const answered = await REFRESHES[platform](simulator).then(
      (answer) => answer.status,
      () => null,
    );
    // Meta says 400 whatever it is about.
    expect(answered).toBe(platform === 'instagram' && status === 429 ? 400 : status);
    expect((await endOf(simulator)) > before).toBe(effect);
  });

  it('hang renews the token and answers nothing', async () => {
    let waiting: Promise<string>;
    {
      await using simulator = await startSimulator();
      await simulator.register({ ...ACCOUNTS[platform], expires_in: 60 });
      const before = await endOf(simulator);
      await simulator.script(platform, 'hang', 1, { on: 'refresh' });
      waiting = REFRESHES[platform](simulator).then(
        () => 'answered',
        () => 'broken off',
      );
      await expect.poll(() => endOf(simulator), { timeout: 170_000 }).toBeGreaterThan(before);
      expect((await simulator.requests()).map(({ status }) => status)).toEqual([null]);
    }
    expect(await waiting).toBe('broken off');
  });

  it('is not played when something is posted', async () => {
    await using simulator = await startSimulator();
    await simulator.register(ACCOUNTS[platform]);
    await simulator.script(platform, '500_before_effect', 1, { on: 'refresh' });
    const posts = {
      twitter: () => postOnX(simulator, 'hi', 'a-1'),
      linkedin: () => postOnLinkedIn(simulator, 'hi', 'a-1'),
      instagram: async () => publishContainer(simulator, '17', await makeContainer(simulator, '17', {}, 2), 'a-1'),
    };
    expect((await posts[platform]()).status).toBeLessThan(300);
    expect((await REFRESHES[platform](simulator)).status).toBe(500);
  });

  it('for another account is not played', async () => {
    await using simulator = await startSimulator();
    await simulator.register(ACCOUNTS[platform]);
    await simulator.script(platform, '500_before_effect', 1, { on: 'refresh', account: '99' });
    expect((await REFRESHES[platform](simulator)).status).toBe(200);
    const { account } = ACCOUNTS[platform];
    await simulator.script(platform, '500_before_effect', 1, { on: 'refresh', account });
    // Single use: X's refresh token is spent by now, and a script without effect does not look at it.
    expect((await REFRESHES[platform](simulator)).status).toBe(500);
  });
});

describe('what a platform would reject anyway', () => {
  it.each(['ok_then_drop', '500_after_effect', 'html_502', 'truncated_json'])(
    'is rejected when it is posted, whatever the script: %s',
    async (script) => {
      await using simulator = await startSimulator();
      await simulator.script('twitter', script);
      expect((await postOnX(simulator, 'a'.repeat(281))).status).toBe(400);
    },
  );

  it.each(['ok_then_drop', '500_after_effect', 'html_502', 'truncated_json', 'without_refresh_token'])(
    'is rejected when a token is asked for, whatever the script: %s',
    async (script) => {
      await using simulator = await startSimulator();
      await simulator.script('twitter', script, 1, { on: 'refresh' });
      expect((await refreshOnX(simulator, 'nobodys')).status).toBe(400);
    },
  );
});

describe('a refresh that answers an empty refresh token', () => {
  it('leaves the one there was usable on X', async () => {
    await using simulator = await startSimulator();
    await simulator.register(ACCOUNTS.twitter);
    await simulator.script('twitter', 'without_refresh_token', 1, { on: 'refresh' });
    expect((await REFRESHES.twitter(simulator)).body).toMatchObject({ refresh_token: '' });
    expect((await REFRESHES.twitter(simulator)).status).toBe(200);
  });

  it('leaves the one there was usable on LinkedIn', async () => {
    await using simulator = await startSimulator();
    await simulator.register(ACCOUNTS.linkedin);
    await simulator.script('linkedin', 'without_refresh_token', 1, { on: 'refresh' });
    expect((await REFRESHES.linkedin(simulator)).body).toMatchObject({ refresh_token: '' });
    expect((await REFRESHES.linkedin(simulator)).body).toMatchObject({ refresh_token: 'r-1' });
  });
});
