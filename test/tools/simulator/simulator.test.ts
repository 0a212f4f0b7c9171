import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeMetrics } from '../../../lib/platforms/kit/simulator/fake-metrics.ts';
import { startSimulator } from '../../platforms/platforms.ts';
import {
  call,
  json,
  linkedIn,
  linkedInPost,
  postOnX,
  refreshOnInstagram,
  refreshOnLinkedIn,
  refreshOnX,
  x,
} from './calls.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'simulator-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('inbox', () => {
  it('keeps a webhook to the letter, with its signature headers and no others', async () => {
    await using simulator = await startSimulator();
    const body = '{"a": "é😀",\n  "b":1.0}';
    const headers = { ...json, 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc', 'x-other': 'no' };
    const { status } = await fetch(`${simulator.origin}/_inbox/tour`, { method: 'POST', headers, body });
    expect(status).toBe(204);
    expect((await call(simulator.origin, 'GET', '/_inbox/tour', {})).body).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        headers: { ...json, 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc' },
        body,
      },
    ]);
  });

  it('answers the status asked for and records all the same', async () => {
    await using simulator = await startSimulator();
    const failed = await call(simulator.origin, 'POST', '/_inbox/tour?status=500', json, { n: 1 });
    expect(failed.status).toBe(500);
    expect((await call(simulator.origin, 'GET', '/_inbox/tour', {})).body).toHaveLength(1);
  });

  it('lists oldest first, keeps names apart, and is empty after DELETE', async () => {
    await using simulator = await startSimulator();
    for (const n of [1, 2]) await call(simulator.origin, 'POST', '/_inbox/tour', json, { n });
    await call(simulator.origin, 'POST', '/_inbox/other', json, { n: 3 });
    const bodies = async (name: string) =>
      (await call(simulator.origin, 'GET', `/_inbox/${name}`, {})).body.map((kept: { body: string }) => kept.body);
    expect(await bodies('tour')).toEqual(['{"n":1}', '{"n":2}']);
    expect((await call(simulator.origin, 'DELETE', '/_inbox/tour', {})).status).toBe(204);
    expect(await bodies('tour')).toEqual([]);
    expect(await bodies('other')).toEqual(['{"n":3}']);
  });
});

describe('ledger', () => {
  it('goes on after a reopen where it was', async () => {
    const path = join(directory, 'ledger.sqlite');
    let before: unknown;
    {
      await using simulator = await startSimulator(path);
      await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'one' });
      await simulator.script('twitter', '402');
      await call(simulator.origin, 'POST', '/_inbox/tour', json, { n: 1 });
      before = await simulator.posts();
    }
    await using simulator = await startSimulator(path);
    expect(await simulator.posts()).toEqual(before);
    expect(await simulator.requests()).toHaveLength(1);
    expect((await call(simulator.origin, 'GET', '/_inbox/tour', {})).body).toHaveLength(1);
    const post = () => call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'two' });
    expect((await post()).status).toBe(402);
    expect((await post()).status).toBe(201);
    expect((await simulator.posts()).map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('has every post that was confirmed before a kill -9', async () => {
    const path = join(directory, 'ledger.sqlite');
    const source = `
      import { createServer } from 'node:http';
      import { createSimulator } from ${JSON.stringify(fileURLToPath(new URL('../../../tools/simulator/simulator.ts', import.meta.url)))};
      const simulator = createSimulator({ ledgerPath: ${JSON.stringify(path)} });
      const server = createServer((request, response) => simulator.handle(request, response));
      server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const port = await new Promise<string>((resolve) => {
      child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const { body } = await call(`http://127.0.0.1:${port}`, 'POST', '/_simulator/twitter/2/tweets', x(), {
        text,
      });
      ids.push(body.data.id);
    }
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    await using simulator = await startSimulator(path);
    expect((await simulator.posts()).map(({ id }) => id)).toEqual(ids);
  });

  it('lists posts oldest first with time to the millisecond', async () => {
    await using simulator = await startSimulator();
    await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(), { text: 'one' });
    const posted = await call(
      simulator.origin,
      'POST',
      '/_simulator/linkedin/rest/posts',
      linkedIn,
      linkedInPost('two'),
    );
    expect(await simulator.posts()).toEqual([
      {
        platform: 'twitter',
        account: expect.any(String),
        id: expect.stringMatching(/^\d{19}$/),
        text: 'one',
        at: expect.stringMatching(/\.\d{3}Z$/),
      },
      {
        platform: 'linkedin',
        account: expect.any(String),
        id: posted.headers.get('x-restli-id'),
        text: 'two',
        at: expect.any(String),
      },
    ]);
  });

  it('records calls without the tokens and client secrets in them, otherwise to the letter', async () => {
    await using simulator = await startSimulator();
    const { origin } = simulator;
    const query = '?fields=id%2Ccaption&access_token=hush-1&access%5Ftoken=hush-2';
    await call(origin, 'GET', `/_simulator/instagram/v26.0/1${query}`, x('hush-3'));
    await refreshOnX(simulator, 'hush-4', { client_id: 'app 1' }, 'app:hush-5');
    await refreshOnLinkedIn(simulator, 'hush-6', { client_secret: 'hush-7' });
    await refreshOnInstagram(simulator, 'hush-8');
    await postOnX(simulator, 'say access_token=abc & be done');
    const requests = await simulator.requests();
    expect(JSON.stringify(requests)).not.toContain('hush');
    const redacted = 'access_token=[redacted]';
    expect(requests).toMatchObject([
      {
        platform: 'instagram',
        method: 'GET',
        path: `/_simulator/instagram/v26.0/1?fields=id%2Ccaption&${redacted}&access%5Ftoken=[redacted]`,
        headers: { authorization: '[redacted]' },
        status: 400,
      },
      {
        platform: 'twitter',
        method: 'POST',
        path: '/_simulator/twitter/2/oauth2/token',
        headers: { authorization: '[redacted]' },
        body: 'grant_type=refresh_token&refresh_token=[redacted]&client_id=app+1',
        status: 400,
      },
      {
        platform: 'linkedin',
        body: 'grant_type=refresh_token&refresh_token=[redacted]&client_id=app&client_secret=[redacted]',
      },
      {
        platform: 'instagram',
        path: `/_simulator/instagram/refresh_access_token?grant_type=ig_refresh_token&${redacted}`,
      },
      { platform: 'twitter', body: '{"text":"say access_token=abc & be done"}', status: 201 },
    ]);
  });
});

describe('simulated platforms', () => {
  it('leaves paths that are not its own to others', async () => {
    await using simulator = await startSimulator();
    expect((await fetch(`${simulator.origin}/v1/content`)).status).toBe(418);
  });

  it.each([
    ['no token', { ...json }, { text: 'hi' }, 401],
    ['an expired token', x('expired'), { text: 'hi' }, 401],
    ['an unknown field', x(), { text: 'hi', txet: 'oh' }, 400],
    ['281 characters', x(), { text: 'a'.repeat(281) }, 400],
    ['280 characters', x(), { text: 'a'.repeat(280) }, 201],
    ['141 emoji', x(), { text: '😀'.repeat(141) }, 400],
    ['an image never uploaded', x(), { text: 'hi', media: { media_ids: ['1'] } }, 400],
  ])('X answers a post with %s', async (_what, headers, body, status) => {
    await using simulator = await startSimulator();
    const answer = await call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', headers, body);
    expect(answer.status).toBe(status);
    expect(await simulator.posts()).toHaveLength(status === 201 ? 1 : 0);
  });

  it('X takes the same text from another account', async () => {
    await using simulator = await startSimulator();
    const post = (token: string) =>
      call(simulator.origin, 'POST', '/_simulator/twitter/2/tweets', x(token), { text: 'hi' });
    expect([(await post('a')).status, (await post('a')).status, (await post('b')).status]).toEqual([201, 403, 201]);
  });
});

describe('numbers of a post', () => {
  const minute = 60_000;

  it('are the same for the same post and minute', () => {
    expect(fakeMetrics('7', 0, 90 * minute + 59_999)).toEqual(fakeMetrics('7', 0, 90 * minute));
  });

  it('never fall, and level off', () => {
    const impressions = Array.from({ length: 200 }, (_, hour) => fakeMetrics('7', 0, hour * 60 * minute).impressions);
    expect(impressions[0]).toBeGreaterThan(0);
    for (let hour = 1; hour < impressions.length; hour += 1) {
      expect(impressions[hour]).toBeGreaterThanOrEqual(impressions[hour - 1]!);
    }
    expect(impressions[1]).toBeGreaterThan(impressions[0]!);
    expect(impressions.at(-1)! - impressions.at(-2)!).toBeLessThanOrEqual(1);
  });
});
