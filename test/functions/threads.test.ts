import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../lib/platforms/facts/platform.ts';
import { advanceTime, callApi, type Json } from './api-harness.ts';
import { auditLog, followStream } from './audit-log.ts';
import { accountOn, connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from './simulated.ts';
import { newTenant, newToken, type Tenant } from './tenants.ts';
import { killAt, lambdaContext, processAllChanges, setupWorkers, storedRecords } from './worker-harness.ts';

/** Threads and first comments, through the API and the publish function. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const THREAD = [{ text: 'Two' }, { text: 'Three' }];
const REJECTED_TWICE = 'duplicate';

interface Thread {
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
}

interface PartView {
  index: number;
  kind: string;
  status: string;
  platform_post_id: string | null;
  url: string | null;
  published_at: string | null;
  error: { code: string } | null;
}

interface TargetView {
  status: string;
  schedule_id: string;
  platform_post_id: string | null;
  parts: PartView[];
  error: { code: string } | null;
  available_actions: string[];
  timeline: { type: string; detail: string | null }[];
}

async function newThread(fields: Json = { thread: THREAD }, platform: Platform = 'twitter'): Promise<Thread> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  return { tenant, ...(await scheduleContent(tenant, platform, { description: 'One', ...fields })) };
}

const runWorker = ({ dueMessage }: Pick<Thread, 'dueMessage'>) => onPublishDue(dueMessage, lambdaContext());

/** Perform every step of a thread at its time until nothing is due within the limit. */
async function runAll(thread: Thread, maxSteps = 40): Promise<ScheduleEntry> {
  for (let step = 0; step < maxSteps; step++) {
    const entry = await loadDueEntry(thread.dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await runWorker(thread);
  }
  return loadDueEntry(thread.dueMessage);
}

async function request({ tenant, contentId }: Thread, operation: string, body?: Json, params: Json = {}) {
  const token = await newToken(tenant);
  return callApi(operation, {
    token,
    params: { id: contentId, ...params } as Record<string, string>,
    ...(body && { body }),
  });
}

async function targetOf(thread: Thread, platform = 'twitter'): Promise<TargetView> {
  const { json } = await request(thread, 'content.get');
  return (json.targets as (TargetView & { platform: string })[]).find((each) => each.platform === platform)!;
}

/** What the platforms have of a thread: each text with the text that it answers. */
async function published(): Promise<[text: string, answered: string | null][]> {
  const posts = await platforms().posts();
  return posts.map(({ text, reply_to }) => [text, posts.find(({ id }) => id === reply_to)?.text ?? null]);
}

const statusesOf = ({ parts }: TargetView) => parts.map(({ status }) => status);

async function events(type: string): Promise<Json[]> {
  await processAllChanges(harness);
  return storedRecords(harness, 'Event').filter((event) => event.type === type);
}

/** Resume an interrupted thread, and return it with the message of its new entry. */
async function resume(thread: Thread): Promise<Thread> {
  const { status, json, text } = await request(thread, 'content.retry');
  expect(status, text).toBe(202);
  const [target] = json.targets as TargetView[];
  return { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: target!.schedule_id } };
}

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
    await platforms().script('bluesky', '500_before_effect');
    advanceTime(MINUTE);
    await runWorker(thread);
    const did = (await accountOn(thread.tenant, 'bluesky'))!.external_id;
    const url = `https://bsky.app/profile/${did}/post/3l6oveex3ii2l`;
    await request(thread, 'content.resolve', { outcome: 'published', url }, { platform: 'bluesky' });
    const { status, parts } = await targetOf(thread, 'bluesky');
    expect([status, parts.map((part) => [part.status, part.platform_post_id])]).toEqual([
      'published',
      [
        ['published', `at://${did}/app.bsky.feed.post/3l6oveex3ii2l`],
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
    const url = 'https://www.linkedin.com/feed/update/urn:li:share:7000000000000000001/';
    const resolve = () => request(thread, 'content.resolve', { outcome: 'published', url }, { platform: 'linkedin' });
    advanceTime(MINUTE);
    await loseNext();
    expect((await resolve()).status).toBe(200);
    await loseNext();
    const repeated = await resolve();
    expect([repeated.status, repeated.json.code]).toEqual([409, 'post_already_claimed']);
    expect(statusesOf(await targetOf(thread, 'linkedin'))).toEqual(['published', 'unconfirmed']);
  });
});

describe('an interrupted thread', () => {
  async function interrupted(fields?: Json, script = REJECTED_TWICE): Promise<Thread> {
    const thread = await newThread(fields);
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('twitter', script);
    await runWorker(thread);
    return thread;
  }

  it('is partially published: the rejected part has the error, and the later ones are not sent', async () => {
    const thread = await interrupted();
    const target = await targetOf(thread);
    expect(target).toMatchObject({ status: 'partially_published', error: { code: 'duplicate_content' } });
    expect(statusesOf(target)).toEqual(['published', 'failed', 'not_sent']);
    expect(target.parts.map(({ error }) => error?.code ?? null)).toEqual([null, 'duplicate_content', null]);
    expect(target.available_actions).toEqual(['retry']);
    expect((await request(thread, 'content.get')).json.status).toBe('partially_published');
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('emits content.failed once, and no content.published', async () => {
    await interrupted();
    const failed = await events('content.failed');
    expect(failed).toHaveLength(1);
    const { failed_target } = JSON.parse(String(failed[0]!.data)) as { failed_target: TargetView };
    expect(statusesOf(failed_target)).toEqual(['published', 'failed', 'not_sent']);
    expect(await events('content.published')).toHaveLength(0);
  });

  it('is in the schedule under its status', async () => {
    const thread = await interrupted();
    const token = await newToken(thread.tenant);
    const { json } = await callApi('schedule.list', { token, query: { status: 'partially_published' } });
    expect((json.scheduled_posts as Json[]).map(({ id }) => id)).toEqual([thread.dueMessage.schedule_id]);
  });

  it('is resumed by a retry after the parts that are live, which are not sent again', async () => {
    const thread = await resume(await interrupted());
    expect(await loadDueEntry(thread.dueMessage)).toMatchObject({ state: 'continuing', attempts: 0 });
    expect((await runAll(thread)).state).toBe('published');
    expect(await published()).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
    ]);
    expect(await events('content.published')).toHaveLength(1);
    expect(storedRecords(harness, 'PostMetrics')).toHaveLength(1);
    expect(storedRecords(harness, 'PostClaim')).toHaveLength(3);
  });

  it('is resumed with the text that a part was given in between', async () => {
    const thread = await interrupted();
    const { status, text } = await request(thread, 'content.update', {
      thread: [{ text: 'Better' }, { text: 'Last' }],
    });
    expect(status, text).toBe(200);
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Better', 'Last']);
  });

  it('is published without a further request when the parts that were left are removed', async () => {
    const thread = await interrupted();
    await request(thread, 'content.update', { thread: [] });
    const entry = await runAll(await resume(thread));
    expect(entry.state).toBe('published');
    expect(await platforms().posts()).toHaveLength(1);
    expect(await targetOf(thread)).toMatchObject({ status: 'published', parts: [] });
  });

  it.each([
    ['the text of the post', { description: 'Other' }],
    ['the text of the post on the platform', { platform_options: { twitter: { text: 'Other' } } }],
    ['its media', { media: [{ url: 'https://media.example/a.jpg', type: 'image' }] }],
    ['its platforms', { platforms: ['twitter', 'linkedin'] }],
  ])('rejects a change of %s, which is live', async (_, change) => {
    const thread = await interrupted();
    const { status, json } = await request(thread, 'content.update', change);
    expect([status, json.code]).toEqual([409, 'not_editable']);
  });

  it('cannot be scheduled again, which would send its post a second time', async () => {
    const thread = await interrupted();
    const token = await newToken(thread.tenant);
    const body = {
      content_id: thread.contentId,
      platforms: ['twitter'],
      scheduled_at: new Date(Date.now() + MINUTE).toISOString(),
    };
    const { status, json } = await callApi('schedule.create', { token, body });
    expect([status, json.code]).toEqual([409, 'already_published']);
  });

  it('after the deletion of its account fails again, and is not continued by another account', async () => {
    const thread = await interrupted();
    const account = (await accountOn(thread.tenant, 'twitter'))!;
    const token = await newToken(thread.tenant);
    expect((await callApi('accounts.delete', { token, params: { id: account.id } })).status).toBe(200);
    await connect(thread.tenant, 'twitter', undefined, { external_id: '77' });
    const entry = await runAll(await resume(thread));
    expect([entry.state, entry.error?.code]).toEqual(['interrupted', 'account_missing']);
    expect(await platforms().posts()).toHaveLength(1);
  });
});

describe('the audit log of a thread', () => {
  it('has its scheduling, its end with the number of live parts, and nothing of the parts in between', async () => {
    const thread = await newThread();
    await runAll(thread);
    await followStream(harness);
    const targets = (await auditLog(thread.tenant)).flatMap(({ changes }) =>
      (changes ?? []).filter(({ field }) => field === 'targets.twitter').map(({ after }) => after as Json),
    );
    expect(targets.map(({ status, published_parts = 0 }) => [status, published_parts])).toEqual([
      ['pending', 0],
      ['published', 3],
    ]);
  });

  it('has no query of a signed URL in a thread', async () => {
    const media = [{ url: 'https://media.example/a.jpg?signature=secret', type: 'image' }];
    const options = { twitter: { thread: [{ text: 'Three', media }] } };
    const thread = await newThread({ thread: [{ text: 'Two', media }], platform_options: options });
    await followStream(harness);
    const log = JSON.stringify(await auditLog(thread.tenant));
    expect(log).toContain('https://media.example/a.jpg?[hidden]');
    expect(log).not.toContain('signature=secret');
  });
});

describe('between two parts', () => {
  async function afterFirst(): Promise<Thread> {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    expect((await loadDueEntry(thread.dueMessage)).state).toBe('continuing');
    return thread;
  }

  it('a thread is publishing, and can be neither cancelled nor moved', async () => {
    const thread = await afterFirst();
    const token = await newToken(thread.tenant);
    expect((await callApi('schedule.cancel', { token, params: { id: thread.dueMessage.schedule_id } })).status).toBe(
      409,
    );
    const scheduled_at = new Date(Date.now() + MINUTE).toISOString();
    expect((await request(thread, 'content.update', { scheduled_at })).status).toBe(409);
    expect(await targetOf(thread)).toMatchObject({ status: 'publishing', available_actions: [] });
  });

  it('the deletion of the item stops the thread', async () => {
    const thread = await afterFirst();
    expect((await request(thread, 'content.delete')).status).toBe(200);
    await runWorker(thread);
    const entry = await loadDueEntry(thread.dueMessage);
    expect([entry.state, entry.error?.code, entry.due_at]).toEqual(['interrupted', 'item_deleted', null]);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('the deletion of the account interrupts the thread', async () => {
    const thread = await afterFirst();
    const account = (await accountOn(thread.tenant, 'twitter'))!;
    await callApi('accounts.delete', { token: await newToken(thread.tenant), params: { id: account.id } });
    const entry = await runAll(thread);
    expect([entry.state, entry.error?.code]).toEqual(['interrupted', 'account_missing']);
  });

  it('a required approval is checked, and its absence interrupts the thread', async () => {
    const thread = await afterFirst();
    const token = await newToken(thread.tenant);
    expect((await callApi('workspace.update', { token, body: { approval: 'required' } })).status).toBe(200);
    const entry = await runAll(thread);
    expect([entry.state, entry.error?.code]).toEqual(['interrupted', 'not_approved']);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('a thread that is too late is interrupted', async () => {
    const thread = await afterFirst();
    advanceTime(24 * 60 * MINUTE);
    await runWorker(thread);
    expect(await targetOf(thread)).toMatchObject({ status: 'partially_published', error: { code: 'too_late' } });
  });

  it('a rate limit delays the next part, and its attempts count from one', async () => {
    const thread = await afterFirst();
    await platforms().script('twitter', '429');
    await runWorker(thread);
    expect(await loadDueEntry(thread.dueMessage)).toMatchObject({
      state: 'continuing',
      attempts: 1,
      error: { code: 'rate_limited' },
    });
    expect((await runAll(thread)).state).toBe('published');
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Two', 'Three']);
  });

  it.each([1, 2, 3, 4, 5])('a worker killed at command %i of the next part sends no part twice', async (command) => {
    const thread = await afterFirst();
    killAt(harness.table, command);
    await runWorker(thread).catch(() => {});
    harness.table.fault = () => null;
    advanceTime(5 * MINUTE);
    expect((await runAll(thread)).state).toBe('published');
    expect(await published()).toEqual([
      ['One', null],
      ['Two', 'One'],
      ['Three', 'Two'],
    ]);
  });
});

describe('an unconfirmed part that a user resolves', () => {
  async function inDoubt(): Promise<Thread> {
    const thread = await newThread();
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('twitter', '500_before_effect');
    await runWorker(thread);
    expect(statusesOf(await targetOf(thread))).toEqual(['published', 'unconfirmed', 'pending']);
    return thread;
  }
  const resolve = (thread: Thread, body: Json) => request(thread, 'content.resolve', body, { platform: 'twitter' });

  it('as published with its URL continues the thread, in reply to that post', async () => {
    const thread = await inDoubt();
    // A post of the account that the service has not found.
    const url = `https://x.com/i/web/status/${(await platforms().posts())[0]!.id.slice(0, -3)}999`;
    expect((await resolve(thread, { outcome: 'published', url })).status).toBe(200);
    const entry = await loadDueEntry(thread.dueMessage);
    expect([entry.state, entry.parts.length]).toEqual(['continuing', 2]);
    await runWorker(thread);
    const last = (await platforms().requests()).filter(({ path }) => path.endsWith('/2/tweets')).at(-1)!;
    expect(JSON.parse(last.body!).reply).toEqual({ in_reply_to_tweet_id: url.split('/').at(-1) });
  });

  it('as the post before it is rejected, because that is another part', async () => {
    const thread = await inDoubt();
    const url = `https://x.com/i/web/status/${(await platforms().posts())[0]!.id}`;
    const { status, json } = await resolve(thread, { outcome: 'published', url });
    expect([status, json.code]).toEqual([409, 'post_already_claimed']);
    expect(statusesOf(await targetOf(thread))).toEqual(['published', 'unconfirmed', 'pending']);
  });

  it('as a comment on LinkedIn, whose URL has the id of its post, is published without an id', async () => {
    const thread = await newThread({ first_comment: 'Comment' }, 'linkedin');
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('linkedin', '500_after_effect');
    await runWorker(thread);
    const url = `${(await targetOf(thread, 'linkedin')).parts[0]!.url}?commentUrn=urn%3Ali%3Acomment%3A1`;
    const answer = await request(thread, 'content.resolve', { outcome: 'published', url }, { platform: 'linkedin' });
    expect(answer.status, answer.text).toBe(200);
    const { status, parts } = await targetOf(thread, 'linkedin');
    expect([status, parts[1]]).toMatchObject(['published', { status: 'published', platform_post_id: null }]);
  });

  it('as published without its id interrupts the thread, because nothing can answer it', async () => {
    const thread = await inDoubt();
    await resolve(thread, { outcome: 'published' });
    const target = await targetOf(thread);
    expect(target).toMatchObject({ status: 'partially_published', error: { code: 'part_id_unknown' } });
    expect(statusesOf(target)).toEqual(['published', 'published', 'failed']);
    const entry = await runAll(await resume(thread));
    expect([entry.state, entry.error?.code]).toEqual(['interrupted', 'part_id_unknown']);
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('as failed a second time changes nothing', async () => {
    const thread = await inDoubt();
    const [first, second] = [
      await resolve(thread, { outcome: 'failed' }),
      await resolve(thread, { outcome: 'failed' }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.updated_at).toBe(first.json.updated_at);
  });

  it('as failed interrupts the thread, and a retry sends the part again', async () => {
    const thread = await inDoubt();
    await resolve(thread, { outcome: 'failed' });
    expect(await targetOf(thread)).toMatchObject({ status: 'partially_published' });
    expect((await runAll(await resume(thread))).state).toBe('published');
    expect((await published()).map(([text]) => text)).toEqual(['One', 'Two', 'Three']);
  });
});
