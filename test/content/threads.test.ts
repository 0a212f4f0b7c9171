import { describe, expect, it } from 'vitest';
import { advanceTime } from '../functions/api-harness.ts';
import {
  events,
  newThread,
  published,
  request,
  resume,
  runAll,
  runWorker,
  statusesOf,
  type TargetView,
  THREAD,
  targetOf,
} from '../functions/given/thread.ts';
import { accountOn, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** Threads and first comments, through the API and the publish function. */

const harness = setupWorkers();

const platforms = simulatePlatforms();
const MINUTE = 60_000;

describe('a thread on X', () => {
  it('is published in order, each post in reply to the one before it, and the comment in reply to the first', async () => {
    const thread = await newThread({ thread: THREAD, first_comment: 'Comment' });
    expect((await runAll(thread)).state).toBe('published');
    expect(await published()).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
      ['Comment', 'One'],
    ]);
    const target = await targetOf(thread);
    const ids = (await platforms().posts()).map(({ id }) => id);
    expect(
      target.parts.map(({ index, kind, status, platform_post_id }) => [index, kind, status, platform_post_id]),
    ).toEqual([
      [0, 'post', 'published', ids[0]],
      [1, 'reply', 'published', ids[1]],
      [2, 'reply', 'published', ids[2]],
      [3, 'comment', 'published', ids[3]],
    ]);
    expect(target).toMatchObject({ status: 'published', platform_post_id: ids[0] });
    expect(storedRecords(harness, 'PostClaim')).toHaveLength(4);
    expect(storedRecords(harness, 'OpenSends')).toEqual([]);
  });

  it('sends no part before the one before it is confirmed', async () => {
    const thread = await newThread();
    await platforms().script('twitter', '500_before_effect');
    advanceTime(MINUTE);
    await runWorker(thread);
    for (let repeat = 0; repeat < 3; repeat++) await runWorker(thread);
    expect(await targetOf(thread)).toMatchObject({ status: 'unconfirmed' });
    expect(statusesOf(await targetOf(thread))).toEqual(['unconfirmed', 'pending', 'pending']);
    expect(await platforms().posts()).toEqual([]);
  });

  it('continues by a message that the stream queues when a part is confirmed, and by no second one', async () => {
    const thread = await newThread();
    await processAllChanges(harness);
    advanceTime(MINUTE);
    await runWorker(thread);
    harness.sent();
    await processAllChanges(harness);
    const queued = harness.sent().filter(({ queue }) => queue.includes('publish'));
    expect(queued.map(({ message }) => message)).toEqual([thread.dueMessage]);
  });

  it('shows each part as one event after the first, with its index', async () => {
    const thread = await newThread();
    await runAll(thread);
    expect((await targetOf(thread)).timeline.map(({ type, detail }) => [type, detail])).toEqual([
      ['scheduled', null],
      ['claimed', null],
      ['sent', null],
      ['confirmed', '0'],
      ['confirmed', '1'],
      ['confirmed', '2'],
    ]);
  });

  it('emits content.published once, with all parts, when the last one is live', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    expect(await events('content.published')).toHaveLength(0);
    await runAll(thread);
    const [event, ...more] = await events('content.published');
    expect(more).toEqual([]);
    const { targets } = JSON.parse(String(event!.data)) as { targets: TargetView[] };
    expect(statusesOf(targets[0]!)).toEqual(['published', 'published', 'published']);
  });

  it('has metrics and terms of its post only, and has them once', async () => {
    const thread = await newThread();
    await runAll(thread);
    await processAllChanges(harness);
    const [post, ...more] = storedRecords(harness, 'PostMetrics');
    expect(more).toEqual([]);
    expect(post).toMatchObject({ platform_post_id: (await platforms().posts())[0]!.id });
  });

  it.each([1, 2])(
    'with a lost response to part %i is found by its text and its parent, and continues',
    async (part) => {
      const thread = await newThread();
      advanceTime(MINUTE);
      for (let sent = 0; sent < part; sent++) await runWorker(thread);
      await platforms().script('twitter', 'ok_then_drop');
      await runWorker(thread);
      expect((await loadDueEntry(thread.dueMessage)).state).toBe('unconfirmed');
      expect((await runAll(thread)).state).toBe('published');
      expect((await published()).map(([text]) => text)).toEqual(['One', 'Two', 'Three']);
      expect(statusesOf(await targetOf(thread))).toEqual(['published', 'published', 'published']);
    },
  );

  it('is not taken for another post of the account with the text of a part', async () => {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('twitter', '500_before_effect');
    await runWorker(thread);
    // A post of its own with the text of the part, at the same moment.
    const account = (await accountOn(thread.tenant, 'twitter'))!;
    const { origin } = platforms();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer AAAA' };
    await fetch(`${origin}/_simulator/twitter/2/tweets`, { method: 'POST', headers, body: '{"text":"Two"}' });
    expect(account).not.toBeNull();
    const entry = await runAll(thread);
    expect([entry.state, entry.due_at]).toEqual(['unconfirmed', null]);
  });
});

describe('a thread on Bluesky', () => {
  it('is published in one commit with its comment, each part with its own id', async () => {
    const thread = await newThread({ thread: THREAD, first_comment: 'Comment' }, 'bluesky');
    advanceTime(MINUTE);
    await runWorker(thread);
    expect(await published()).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
      ['Comment', 'One'],
    ]);
    const target = await targetOf(thread, 'bluesky');
    const ids = (await platforms().posts()).map(({ id }) => id);
    expect(target.parts.map(({ status, platform_post_id }) => [status, platform_post_id])).toEqual(
      ids.map((id) => ['published', id]),
    );
    expect(target).toMatchObject({ status: 'published', platform_post_id: ids[0] });
    expect(storedRecords(harness, 'PostClaim')).toHaveLength(4);
  });

  it.each(['ok_then_drop', 'drop_before_effect'])('after %s has all parts once, with their ids', async (script) => {
    const thread = await newThread({ thread: THREAD }, 'bluesky');
    await platforms().script('bluesky', script);
    advanceTime(MINUTE);
    await runWorker(thread);
    expect(statusesOf(await targetOf(thread, 'bluesky'))).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed']);
    expect((await runAll(thread)).state).toBe('published');
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Two', 'Three']);
    const { parts } = await targetOf(thread, 'bluesky');
    expect(parts.map(({ platform_post_id }) => platform_post_id)).toEqual(
      (await platforms().posts()).map(({ id }) => id),
    );
  });

  it('that is rejected fails as a whole, and a retry sends all of it', async () => {
    const thread = await newThread({ thread: THREAD }, 'bluesky');
    await platforms().script('bluesky', '402');
    advanceTime(MINUTE);
    await runWorker(thread);
    expect(await targetOf(thread, 'bluesky')).toMatchObject({ status: 'failed' });
    expect(statusesOf(await targetOf(thread, 'bluesky'))).toEqual(['failed', 'failed', 'failed']);
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect(await published()).toHaveLength(3);
  });

  it('that a user resolves as published is complete, though only the id of its post is known', async () => {
    const thread = await newThread({ thread: THREAD }, 'bluesky');
    await platforms().script('bluesky', '500_after_effect');
    advanceTime(MINUTE);
    await runWorker(thread);
    const did = (await accountOn(thread.tenant, 'bluesky'))!.external_id;
    const { id } = (await platforms().posts())[0]!;
    const url = `https://bsky.app/profile/${did}/post/${id.split('/').at(-1)}`;
    await request(thread, 'content.resolve', { outcome: 'published', part: 0, url }, { platform: 'bluesky' });
    const { status, parts } = await targetOf(thread, 'bluesky');
    expect([status, parts.map((part) => [part.status, part.platform_post_id])]).toEqual([
      'published',
      [
        ['published', id],
        ['published', null],
        ['published', null],
      ],
    ]);
  });
});

describe.each(['linkedin', 'instagram'] as const)('a first comment on %s', (platform) => {
  it('is sent when the post is confirmed, and is a part of its own', async () => {
    const thread = await newThread({ first_comment: 'Comment' }, platform);
    expect((await runAll(thread)).state).toBe('published');
    expect(await published()).toEqual([
      ['One', null],
      ['Comment', 'One'],
    ]);
    const { parts } = await targetOf(thread, platform);
    expect(parts.map(({ kind, status }) => [kind, status])).toEqual([
      ['post', 'published'],
      ['comment', 'published'],
    ]);
  });

  it('that is rejected leaves the post partially published, and is sent alone by a retry', async () => {
    const thread = await newThread({ first_comment: 'Comment' }, platform);
    for (let step = 0; (await loadDueEntry(thread.dueMessage)).state !== 'continuing'; step++) {
      expect(step).toBeLessThan(20);
      const { due_at } = await loadDueEntry(thread.dueMessage);
      advanceTime(Math.max(0, Date.parse(due_at!) - Date.now()));
      await runWorker(thread);
    }
    await platforms().script(platform, '402');
    await runWorker(thread);
    expect(await targetOf(thread, platform)).toMatchObject({ status: 'partially_published' });
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Comment']);
  });
});

describe('a first comment of unknown outcome', () => {
  it('is not resolved by a repeated request that has resolved its post', async () => {
    const thread = await newThread({ first_comment: 'Comment' }, 'linkedin');
    const loseNext = async () => {
      await platforms().script('linkedin', '500_before_effect');
      await runWorker(thread);
      expect((await loadDueEntry(thread.dueMessage)).state).toBe('unconfirmed');
    };
    let url = '';
    const resolve = (part: number) =>
      request(thread, 'content.resolve', { outcome: 'published', part, url }, { platform: 'linkedin' });
    advanceTime(MINUTE);
    await loseNext();
    url = `https://www.linkedin.com/feed/update/urn:li:share:${numberAt('linkedin', Date.now())}/`;
    expect((await resolve(0)).status).toBe(200);
    await loseNext();
    expect((await resolve(0)).status).toBe(200);
    const asComment = await resolve(1);
    expect([asComment.status, asComment.json.code]).toEqual([409, 'post_already_claimed']);
    expect(statusesOf(await targetOf(thread, 'linkedin'))).toEqual(['published', 'unconfirmed']);
  });
});
