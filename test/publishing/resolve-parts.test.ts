import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { inDoubt, loseNext, newThreadOn, runNext } from '../functions/given/lost-sends.ts';
import {
  newThread,
  published,
  request,
  resume,
  runAll,
  runWorker,
  statusesOf,
  type Thread,
  targetOf,
} from '../functions/given/thread.ts';
import { loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

/** People with stale views resolve the parts of a thread: each request names the part that it is about. */

setupWorkers();
const platforms = simulatePlatforms();

const resolve = (thread: Thread, platform: Platform, body: Json) =>
  request(thread, 'content.resolve', body, { platform });

/** The status and the body of a request that changes nothing. */
async function unchanged(thread: Thread, act: () => Promise<{ status: number; json: Json }>) {
  const before = (await request(thread, 'content.get')).json;
  const answer = await act();
  expect((await request(thread, 'content.get')).json).toEqual(before);
  return [answer.status, answer.json];
}

const xUrl = (id: string) => `https://x.com/i/web/status/${id}`;
const lastPost = async () => (await platforms().posts()).at(-1)!.id;
const texts = async () => (await published()).map(([text]) => text);

describe('a report about a part that is no longer the unconfirmed one', () => {
  it('leaves the first comment on LinkedIn as it is, which is live once, and a retry sends nothing', async () => {
    const thread = await inDoubt('linkedin', { first_comment: 'Comment' });
    const url = `https://www.linkedin.com/feed/update/${await lastPost()}`;
    expect((await resolve(thread, 'linkedin', { outcome: 'published', part: 0, url })).status).toBe(200);
    await loseNext(thread, 'linkedin');
    const stale = () => resolve(thread, 'linkedin', { outcome: 'failed', part: 0 });
    expect(await unchanged(thread, stale)).toMatchObject([
      409,
      { code: 'not_the_unconfirmed_part', part: 0, unconfirmed_part: 1 },
    ]);
    expect((await request(thread, 'content.retry')).status).toBe(409);
    expect(await texts()).toEqual(['One', 'Comment']);
  });

  it('leaves the first comment on Instagram as it is when the service has found the post itself', async () => {
    const thread = await inDoubt('instagram', { first_comment: 'Comment' });
    while ((await loadDueEntry(thread.dueMessage)).parts.length === 0) await runNext(thread);
    await loseNext(thread, 'instagram');
    const stale = () => resolve(thread, 'instagram', { outcome: 'failed', part: 0 });
    expect(await unchanged(thread, stale)).toMatchObject([409, { code: 'not_the_unconfirmed_part' }]);
    expect(await texts()).toEqual(['One', 'Comment']);
  });

  it('as published, repeated after a lost response, does not publish the comment, which does not exist', async () => {
    const thread = await inDoubt('twitter', { thread: [{ text: 'Two' }], first_comment: 'Comment' });
    await runNext(thread);
    await loseNext(thread, 'twitter');
    const report = { outcome: 'published', part: 1, url: xUrl(await lastPost()) };
    expect((await resolve(thread, 'twitter', report)).status).toBe(200);
    await loseNext(thread, 'twitter', '500_before_effect');
    const repeated = () => resolve(thread, 'twitter', report);
    expect(await unchanged(thread, repeated)).toMatchObject([200, { status: 'unconfirmed' }]);
    expect(statusesOf(await targetOf(thread))).toEqual(['published', 'published', 'unconfirmed']);
  });
});

describe('a report about a send before a retry', () => {
  /** A first comment on LinkedIn that a person has truly reported as failed, and that is live since the retry. */
  async function sentAgain() {
    const thread = await newThreadOn('linkedin', { first_comment: 'Comment' });
    while ((await loadDueEntry(thread.dueMessage)).parts.length === 0) await runNext(thread);
    await loseNext(thread, 'linkedin', '500_before_effect');
    const { schedule_id } = await targetOf(thread, 'linkedin');
    advanceTime(1_000);
    expect((await resolve(thread, 'linkedin', { outcome: 'failed', part: 1, schedule_id })).status).toBe(200);
    advanceTime(1_000);
    const again = await resume(thread);
    await loseNext(again, 'linkedin');
    expect(await texts()).toEqual(['One', 'Comment']);
    return { thread: again, before: schedule_id };
  }

  it('is 200 when it is repeated, and leaves the comment of the retry unconfirmed', async () => {
    const { thread, before } = await sentAgain();
    const repeat = () => resolve(thread, 'linkedin', { outcome: 'failed', part: 1, schedule_id: before });
    expect(await unchanged(thread, repeat)).toMatchObject([200, { status: 'unconfirmed' }]);
    const contradict = () => resolve(thread, 'linkedin', { outcome: 'published', part: 1, schedule_id: before });
    expect(await unchanged(thread, contradict)).toMatchObject([409, { code: 'invalid_state_transition' }]);
  });

  it('is rejected without the schedule entry that it is about, and one with the present entry resolves the retry', async () => {
    const { thread } = await sentAgain();
    const without = () => resolve(thread, 'linkedin', { outcome: 'failed', part: 1 });
    const errors = [{ pointer: '/schedule_id', code: 'required' }];
    expect(await unchanged(thread, without)).toMatchObject([422, { errors }]);
    const { schedule_id } = await targetOf(thread, 'linkedin');
    expect((await resolve(thread, 'linkedin', { outcome: 'published', part: 1, schedule_id })).status).toBe(200);
    expect(statusesOf(await targetOf(thread, 'linkedin'))).toEqual(['published', 'published']);
  });

  it.each(['scd_01K00000000000000000000000', 'none', 'the entry of another item'])(
    'is rejected with an entry that the target never had: %s',
    async (name) => {
      const [{ thread }, other] = [await sentAgain(), await inDoubt('linkedin', { description: 'Other' })];
      const schedule_id = name.startsWith('the') ? (await targetOf(other, 'linkedin')).schedule_id : name;
      const foreign = () => resolve(thread, 'linkedin', { outcome: 'failed', part: 1, schedule_id });
      const errors = [{ pointer: '/schedule_id', code: 'not_of_target' }];
      expect(await unchanged(thread, foreign)).toMatchObject([422, { errors }]);
    },
  );
});

describe('a repeated report of an outcome', () => {
  /** A thread of three on X whose second part a person has reported. */
  async function reported(outcome: 'published' | 'failed') {
    const thread = await newThread();
    advanceTime(60_000);
    await runWorker(thread);
    await loseNext(thread, 'twitter');
    const url = xUrl(await lastPost());
    const report = { outcome, part: 1, ...(outcome === 'published' ? { url } : {}) };
    expect((await resolve(thread, 'twitter', report)).status).toBe(200);
    return { thread, report };
  }

  it('as published is 200 and changes nothing while the thread continues, and when it is complete', async () => {
    const { thread, report } = await reported('published');
    const repeat = () => resolve(thread, 'twitter', report);
    expect(await unchanged(thread, repeat)).toMatchObject([200, { status: 'publishing' }]);
    await runAll(thread);
    expect(await unchanged(thread, repeat)).toMatchObject([200, { status: 'published' }]);
    const withoutUrl = () => resolve(thread, 'twitter', { outcome: 'published', part: 1 });
    expect(await unchanged(thread, withoutUrl)).toMatchObject([200, { status: 'published' }]);
  });

  it('as failed is 200 and changes nothing', async () => {
    const { thread, report } = await reported('failed');
    const repeat = () => resolve(thread, 'twitter', report);
    expect(await unchanged(thread, repeat)).toMatchObject([200, { status: 'partially_published' }]);
  });

  it.each<[string, Json]>([
    ['the other outcome', { outcome: 'failed', part: 1 }],
    ['another post', { outcome: 'published', part: 1, url: xUrl('1445880548472328192') }],
    ['a part that is not sent yet', { outcome: 'published', part: 2 }],
    ['a part that does not exist', { outcome: 'published', part: 7 }],
  ])('with %s is 409 and changes nothing', async (_, report) => {
    const { thread } = await reported('published');
    const contradict = () => resolve(thread, 'twitter', report);
    expect(await unchanged(thread, contradict)).toMatchObject([409, { code: 'invalid_state_transition' }]);
    await loseNext(thread, 'twitter', '500_before_effect');
    // Part 2 is the unconfirmed one now.
    const expected = report.part === 2 ? [200, { status: 'published' }] : [409, { code: 'not_the_unconfirmed_part' }];
    const again = await contradict();
    expect([again.status, again.json]).toMatchObject(expected);
  });

  it('as published after the report that it failed is 409 and changes nothing', async () => {
    const { thread } = await reported('failed');
    const contradict = () => resolve(thread, 'twitter', { outcome: 'published', part: 1 });
    expect(await unchanged(thread, contradict)).toMatchObject([409, { code: 'invalid_state_transition' }]);
  });
});

describe('the part', () => {
  it.each<[Platform, Json]>([
    ['twitter', { thread: [{ text: 'Two' }] }],
    ['linkedin', { first_comment: 'Comment' }],
    ['bluesky', { first_comment: 'Comment' }],
  ])('is required on %s for a target with parts: 422 names it, and nothing changes', async (platform, fields) => {
    const thread = await inDoubt(platform, fields);
    const without = () => resolve(thread, platform, { outcome: 'failed' });
    const errors = [{ pointer: '/part', code: 'required' }];
    expect(await unchanged(thread, without)).toMatchObject([422, { errors }]);
  });

  it('of a post without parts may be left out, or is 0', async () => {
    const thread = await inDoubt('linkedin', {});
    const other = () => resolve(thread, 'linkedin', { outcome: 'failed', part: 1 });
    expect(await unchanged(thread, other)).toMatchObject([409, { code: 'not_the_unconfirmed_part' }]);
    expect((await resolve(thread, 'linkedin', { outcome: 'failed', part: 0 })).status).toBe(200);
    expect((await resolve(thread, 'linkedin', { outcome: 'failed' })).status).toBe(200);
  });

  it('of a thread on Bluesky is the post, because one request publishes all parts', async () => {
    const thread = await inDoubt('bluesky', { first_comment: 'Comment' });
    const comment = () => resolve(thread, 'bluesky', { outcome: 'published', part: 1 });
    expect(await unchanged(thread, comment)).toMatchObject([409, { unconfirmed_part: 0 }]);
    expect((await resolve(thread, 'bluesky', { outcome: 'published', part: 0 })).status).toBe(200);
    expect(statusesOf(await targetOf(thread, 'bluesky'))).toEqual(['published', 'published']);
  });

  it.each([-1, 1.5, '0', null])('is no number of a part as %j: 422', async (part) => {
    const thread = await inDoubt('linkedin', { first_comment: 'Comment' });
    const { status, json } = await resolve(thread, 'linkedin', { outcome: 'failed', part });
    expect([status, json]).toMatchObject([422, { errors: [{ pointer: '/part' }] }]);
  });
});
