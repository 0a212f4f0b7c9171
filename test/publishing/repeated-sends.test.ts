import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { setWorkspace } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** Bluesky stores a post under a key of ours: after an unknown outcome the same request is sent again. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const HOUR = 3_600_000;
const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());
const puts = async () => (await platforms().requests()).filter(({ path }) => path.endsWith('putRecord'));

async function runNext(dueMessage: DueMessage): Promise<void> {
  advanceTime(Math.max(0, Date.parse((await loadDueEntry(dueMessage)).due_at!) - Date.now()));
  await publish(dueMessage);
}

async function targetOf(tenant: Tenant, id: string): Promise<Json> {
  const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id } });
  return (json.targets as Json[])[0]!;
}

async function send(script: ScriptName, times = 1, description = 'In doubt') {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  await platforms().script('bluesky', script, times);
  const made = await scheduleContent(tenant, 'bluesky', { description });
  advanceTime(60_000);
  await publish(made.dueMessage);
  return { tenant, ...made };
}

describe('a post on Bluesky with an unknown outcome', () => {
  it.each<ScriptName>(['ok_then_drop', '500_after_effect', '201_without_id', 'html_502', 'truncated_json'])(
    'that was created by %s is found by its key at the first check, and not sent again',
    async (script) => {
      const { tenant, contentId, dueMessage } = await send(script);
      await runNext(dueMessage);
      const [post] = await platforms().posts();
      expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'published', platform_post_id: post!.id });
      expect(await puts()).toHaveLength(1);
    },
  );

  it.each<ScriptName>(['drop_before_effect', '500_before_effect'])(
    'that was not created by %s is sent again at the first check, with the same bytes',
    async (script) => {
      const { tenant, contentId, dueMessage } = await send(script);
      await runNext(dueMessage);
      const [post, ...more] = await platforms().posts();
      expect(more).toEqual([]);
      expect(await targetOf(tenant, contentId)).toMatchObject({
        status: 'published',
        platform_post_id: post!.id,
        error: null,
      });
      const [first, second] = await puts();
      expect(second!.body).toBe(first!.body);
      expect(storedRecords(harness, 'OpenSends')).toEqual([]);
    },
  );

  it('that is lost again and again stays one post, and is checked at growing intervals up to half a minute', async () => {
    const { dueMessage } = await send('drop_before_effect', 4);
    const waits: number[] = [];
    for (let state = 'unconfirmed'; state === 'unconfirmed'; state = (await loadDueEntry(dueMessage)).state) {
      waits.push(Date.parse((await loadDueEntry(dueMessage)).due_at!) - Date.now());
      await runNext(dueMessage);
    }
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(await platforms().posts()).toHaveLength(1);
    expect(waits).toEqual([5_000, 10_000, 20_000, 30_000]);
  });

  it('is not called failed by a repeat that the server turns away', async () => {
    const { tenant, contentId, dueMessage } = await send('drop_before_effect');
    await platforms().script('bluesky', '429');
    await runNext(dueMessage);
    expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'unconfirmed' });
    await runNext(dueMessage);
    expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'published' });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('cannot be resolved while it is being sent again', async () => {
    const { tenant, contentId, dueMessage } = await send('drop_before_effect');
    await platforms().script('bluesky', 'hang');
    const running = runNext(dueMessage);
    await expect.poll(async () => (await loadDueEntry(dueMessage)).state).toBe('sending');
    const answer = await callApi('content.resolve', {
      token: await newToken(tenant),
      params: { id: contentId, platform: 'bluesky' },
      body: { outcome: 'failed' },
    });
    expect(answer.status).toBe(409);
    platforms().disconnect();
    await running;
  });

  it('of two checks at once is published once', async () => {
    const { tenant, contentId, dueMessage } = await send('drop_before_effect');
    advanceTime(5_000);
    await Promise.all([publish(dueMessage), publish(dueMessage)]);
    expect(await platforms().posts()).toHaveLength(1);
    expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'published' });
  });

  it('of two items with one text are two posts, each of its own item', async () => {
    const one = await send('drop_before_effect', 2, 'Duplicates');
    await setWorkspace(one.tenant, { duplicate_guard_hours: 0 });
    const other = await scheduleContent(one.tenant, 'bluesky', { description: 'Duplicates' });
    advanceTime(60_000);
    await publish(other.dueMessage);
    await runNext(one.dueMessage);
    await runNext(other.dueMessage);
    const ids = [await targetOf(one.tenant, one.contentId), await targetOf(one.tenant, other.contentId)].map(
      ({ platform_post_id }) => platform_post_id,
    );
    expect(new Set(ids)).toEqual(new Set((await platforms().posts()).map(({ id }) => id)));
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('is not sent again beyond the lateness limit: it is failed, because it is proved absent', async () => {
    const { tenant, contentId, dueMessage } = await send('drop_before_effect');
    advanceTime(7 * HOUR);
    await publish(dueMessage);
    expect(await targetOf(tenant, contentId)).toMatchObject({ status: 'failed', error: { code: 'not_published' } });
    expect(await platforms().posts()).toEqual([]);
  });
});

describe('a post on Bluesky that was certainly not sent', () => {
  it('is sent later with a new time, under one key per attempt', async () => {
    const { dueMessage } = await send('429');
    await runNext(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    const [first, second] = (await puts()).map(({ body }) => JSON.parse(body!));
    expect(second.record.createdAt > first.record.createdAt).toBe(true);
  });
});
