import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
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
  type Thread,
  targetOf,
} from '../functions/given/thread.ts';
import { accountOn, connect, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { killAt, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** Threads and first comments, through the API and the publish function. */

const harness = setupWorkers();

const platforms = simulatePlatforms();
const MINUTE = 60_000;
const REJECTED_TWICE = 'duplicate';

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

  it('a thread is publishing, and can be neither edited, cancelled, moved, retried nor scheduled', async () => {
    const thread = await afterFirst();
    const token = await newToken(thread.tenant);
    const scheduled_at = new Date(Date.now() + MINUTE).toISOString();
    const params = { id: thread.dueMessage.schedule_id };
    const again = { content_id: thread.contentId, platforms: ['twitter'], scheduled_at };
    const answers = [
      await callApi('schedule.cancel', { token, params }),
      await callApi('schedule.update', { token, params, body: { scheduled_at } }),
      await callApi('schedule.create', { token, body: again }),
      await request(thread, 'content.update', { scheduled_at }),
      await request(thread, 'content.update', { thread: [{ text: 'Other' }] }),
      await request(thread, 'content.retry'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409));
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
  const resolve = (thread: Thread, body: Json) =>
    request(thread, 'content.resolve', { part: 1, ...body }, { platform: 'twitter' });

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

  it('as a comment on LinkedIn is published with the id in its URL, and not by the URL of its post', async () => {
    const thread = await newThread({ first_comment: 'Comment' }, 'linkedin');
    advanceTime(MINUTE);
    await runWorker(thread);
    await platforms().script('linkedin', '500_after_effect');
    await runWorker(thread);
    const postUrl = (await targetOf(thread, 'linkedin')).parts[0]!.url;
    const number = numberAt('linkedin', Date.now());
    const resolveAs = (url: string) =>
      request(thread, 'content.resolve', { outcome: 'published', part: 1, url }, { platform: 'linkedin' });
    expect((await resolveAs(`${postUrl}?utm_source=share`)).json.code).toBe('post_already_claimed');
    const comment = encodeURIComponent(`urn:li:comment:(activity:${number},${number})`);
    const answer = await resolveAs(`${postUrl}?commentUrn=${comment}`);
    expect(answer.status, answer.text).toBe(200);
    const { status, parts } = await targetOf(thread, 'linkedin');
    const platform_post_id = `urn:li:comment:(urn:li:activity:${number},${number})`;
    expect([status, parts[1]]).toMatchObject(['published', { status: 'published', platform_post_id }]);
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
