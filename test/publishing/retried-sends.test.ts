import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { inDoubt, intercept, loseNext, newThreadOn, reportFailed, runNext } from '../functions/given/lost-sends.ts';
import {
  published,
  request,
  resume,
  runAll,
  runWorker,
  THREAD,
  type Thread,
  targetOf,
} from '../functions/given/thread.ts';
import { loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { killAt, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { TOKEN } from '../platforms/platforms.ts';

/** A person reports by mistake that a post has failed, and retries it: the earlier send is looked for first. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const AWAY = { status: 503, body: {} };
const NOT_FOUND = { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } };
const texts = async () => (await published()).map(([text]) => text);
const writes = async () => {
  const all = await platforms().requests();
  return all.filter(
    ({ method, path }) => method === 'POST' && /(putRecord|applyWrites|comments|2\/tweets|rest\/posts)$/.test(path),
  );
};

/** Report the unconfirmed part as failed, and retry it. */
async function retry(thread: Thread, platform: Platform): Promise<Thread> {
  await reportFailed(thread, platform);
  return resume(thread);
}

async function idsOf(thread: Thread, platform: Platform): Promise<(string | null)[]> {
  const { platform_post_id, parts } = await targetOf(thread, platform);
  return parts.length === 0 ? [platform_post_id] : parts.map((part) => part.platform_post_id);
}

describe('a retry of a post that is live', () => {
  it.each<[string, Platform, Json, string[]]>([
    ['a post on Bluesky', 'bluesky', {}, ['One']],
    [
      'a thread with a comment on Bluesky',
      'bluesky',
      { thread: [{ text: 'Two' }], first_comment: 'Comment' },
      ['One', 'Two', 'Comment'],
    ],
    ['a post on X', 'twitter', {}, ['One']],
    ['a post on Instagram', 'instagram', {}, ['One']],
  ])('identifies %s, and sends nothing', async (_, platform, fields, expected) => {
    const lost = await inDoubt(platform, fields);
    const sent = (await writes()).length;
    const again = await retry(lost, platform);
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(expected);
    expect(await idsOf(again, platform)).toEqual((await platforms().posts()).map(({ id }) => id));
    expect(await writes()).toHaveLength(sent);
    expect(storedRecords(harness, 'OpenSends')).toEqual([]);
  });

  it.each<[string, Platform, Json, string[]]>([
    ['the first comment of an organization on LinkedIn', 'linkedin', { first_comment: 'Two' }, ['One', 'Two']],
    ['the first comment on Instagram', 'instagram', { first_comment: 'Two' }, ['One', 'Two']],
    ['the second post of a thread on X', 'twitter', { thread: THREAD }, ['One', 'Two', 'Three']],
  ])('identifies %s, and continues after it', async (_, platform, fields, expected) => {
    const organization = platform === 'linkedin' ? { external_id: 'urn:li:organization:123' } : {};
    const thread = await newThreadOn(platform, fields, organization);
    while ((await loadDueEntry(thread.dueMessage)).parts.length === 0) await runNext(thread);
    await loseNext(thread, platform);
    const again = await retry(thread, platform);
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(expected);
    expect(await idsOf(again, platform)).toEqual((await platforms().posts()).map(({ id }) => id));
  });

  it('identifies a post on X behind 120 newer posts of the account', async () => {
    const lost = await inDoubt('twitter');
    advanceTime(10 * MINUTE);
    for (let number = 0; number < 120; number++) await postOnX(`Newer ${number}`);
    const again = await retry(lost, 'twitter');
    expect((await runAll(again)).state).toBe('published');
    expect((await texts()).filter((text) => text === 'One')).toHaveLength(1);
    expect(await idsOf(again, 'twitter')).toEqual([(await platforms().posts())[0]!.id]);
  });
});

describe('a retry that a platform does not answer', () => {
  it('sends nothing, and identifies the post on X when X answers', async () => {
    const lost = await inDoubt('twitter');
    let isAway = true;
    await using _ = await intercept(lost, 'twitter', (url) => (isAway && url.includes('/tweets?') ? AWAY : null));
    const again = await retry(lost, 'twitter');
    await runNext(again);
    const waiting = { status: 'pending', error: { code: 'earlier_send_unchecked' }, retry_may_duplicate: true };
    expect(await targetOf(again)).toMatchObject(waiting);
    isAway = false;
    expect((await runAll(again)).state).toBe('published');
    expect(await writes()).toHaveLength(1);
  });

  it('sends the post in the third attempt, as the person has asked', async () => {
    const lost = await inDoubt('twitter', {}, '500_before_effect');
    await using _ = await intercept(lost, 'twitter', (url) => (url.includes('/tweets?') ? AWAY : null));
    const again = await retry(lost, 'twitter');
    expect(await runAll(again)).toMatchObject({ state: 'published', attempts: 3 });
    expect(await texts()).toEqual(['One']);
  });

  it('waits until X no longer processes the earlier request, and sends it once', async () => {
    const lost = await inDoubt('twitter', {}, '500_before_effect');
    const sentMs = Date.now();
    const again = await retry(lost, 'twitter');
    await runNext(again);
    expect(await texts()).toEqual([]);
    expect((await runAll(again)).state).toBe('published');
    expect(Date.now() - sentMs).toBeGreaterThanOrEqual(MINUTE);
    expect(await texts()).toEqual(['One']);
  });
});

describe('a retry on Bluesky', () => {
  it.each<[string, Json, string[]]>([
    ['a post', {}, ['One']],
    ['a thread', { thread: [{ text: 'Two' }], first_comment: 'Comment' }, ['One', 'Two', 'Comment']],
  ])(
    'of %s creates no second one while reads lag behind: it sends the same bytes under the same keys',
    async (_, fields, expected) => {
      const lost = await inDoubt('bluesky', fields);
      let isBehind = true;
      await using __ = await intercept(lost, 'bluesky', (url) =>
        isBehind && url.includes('getRecord') ? NOT_FOUND : null,
      );
      const again = await retry(lost, 'bluesky');
      await runNext(again);
      const [first, second, ...more] = (await writes()).map(({ body }) => body);
      expect([second, more]).toEqual([first, []]);
      isBehind = false;
      expect((await runAll(again)).state).toBe('published');
      expect(await texts()).toEqual(expected);
    },
  );

  it('a day later keeps the key of the record, and gives it the present time', async () => {
    const lost = await inDoubt('bluesky', {}, '500_before_effect');
    await reportFailed(lost, 'bluesky');
    advanceTime(24 * 60 * MINUTE);
    const again = await resume(lost);
    expect((await runAll(again)).state).toBe('published');
    const [first, second] = (await writes()).map(({ body }) => JSON.parse(body!));
    expect(second.rkey).toBe(first.rkey);
    expect(Date.parse(second.record.createdAt)).toBe(Date.now());
  });

  it.each<[string, Json]>([
    ['a post', {}],
    ['a thread', { thread: [{ text: 'Two' }] }],
  ])('of %s a day later creates no second one while reads lag behind', async (_, fields) => {
    const lost = await inDoubt('bluesky', fields);
    const before = await texts();
    await reportFailed(lost, 'bluesky');
    advanceTime(24 * 60 * MINUTE);
    let isBehind = true;
    await using __ = await intercept(lost, 'bluesky', (url) =>
      isBehind && url.includes('getRecord') ? NOT_FOUND : null,
    );
    const again = await resume(lost);
    await runNext(again);
    expect(await targetOf(again, 'bluesky')).toMatchObject({ status: 'unconfirmed' });
    isBehind = false;
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(before);
  });

  it('repeated by mistake three times has one record, and stores one send', async () => {
    let thread = await inDoubt('bluesky', { thread: [{ text: 'Two' }] });
    await using _ = await intercept(thread, 'bluesky', (url) => (url.includes('getRecord') ? NOT_FOUND : null));
    for (let round = 0; round < 3; round++) {
      thread = await retry(thread, 'bluesky');
      await loseNext(thread, 'bluesky');
    }
    expect((await loadDueEntry(thread.dueMessage)).unconfirmed_send!.sends).toHaveLength(1);
    expect(await texts()).toEqual(['One', 'Two']);
  });

  it.each([1, 2, 3, 4, 5, 6])('creates no second one when its worker is killed at command %i', async (command) => {
    const again = await retry(await inDoubt('bluesky'), 'bluesky');
    killAt(harness.table, command);
    await runWorker(again).catch(() => {});
    harness.table.fault = () => null;
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(['One']);
  });

  it('of a text that was changed publishes that text, and was said to be able to duplicate the post', async () => {
    const lost = await inDoubt('bluesky');
    expect(await reportFailed(lost, 'bluesky')).toMatchObject({ retry_may_duplicate: false });
    const { json } = await request(lost, 'content.update', { description: 'Better' });
    expect(json.targets).toMatchObject([{ retry_may_duplicate: true }]);
    expect((await runAll(await resume(lost))).state).toBe('published');
    expect(await texts()).toEqual(['One', 'Better']);
  });
});

describe('a retry on Instagram', () => {
  it('uses the container of the lost request again, which Instagram publishes once', async () => {
    const lost = await inDoubt('instagram', {}, '500_before_effect');
    const again = await retry(lost, 'instagram');
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(['One']);
    const made = (await platforms().requests()).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/media'),
    );
    expect(made).toHaveLength(1);
  });
});

describe('a retry on LinkedIn', () => {
  it('of the comment of a member, which cannot be looked up, is said before to be able to duplicate it', async () => {
    const thread = await newThreadOn('linkedin', { first_comment: 'Two' });
    while ((await loadDueEntry(thread.dueMessage)).parts.length === 0) await runNext(thread);
    await loseNext(thread, 'linkedin');
    expect(await reportFailed(thread, 'linkedin')).toMatchObject({
      status: 'partially_published',
      retry_may_duplicate: true,
    });
    const again = await resume(thread);
    expect((await runAll(again)).state).toBe('published');
    expect(await texts()).toEqual(['One', 'Two', 'Two']);
    expect(await targetOf(again, 'linkedin')).toMatchObject({ retry_may_duplicate: false });
  });
});

async function postOnX(text: string): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const url = `${platforms().origin}/_simulator/twitter/2/tweets`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) });
  expect(answer.status).toBe(201);
}
