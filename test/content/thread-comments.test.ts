import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { events, newThread, runAll, runWorker, THREAD, type Thread, targetOf } from '../functions/given/thread.ts';
import { APP_SECRET, commentOn, receive, type WebhookTarget } from '../functions/platform-webhooks.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/** Comments and engagements on the parts of a thread. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** A thread on X whose account has webhooks, and their URL. */
async function threadWithWebhooks(): Promise<{ thread: Thread; to: WebhookTarget }> {
  const thread = await newThread({ thread: THREAD, first_comment: 'Comment' });
  const { externalId: external_id, accessToken: access_token } = ACCOUNTS.twitter;
  const body = { platform: 'twitter', external_id, access_token, inbound: { secret: APP_SECRET } };
  const { json } = await callApi('accounts.create', { token: thread.tenant.token, body });
  return { thread, to: { platform: 'twitter', account: String(json.id) } };
}

const comment = (id: string, post: string) => commentOn('twitter', { id, post, text: `On ${post}` });

async function idsOf(thread: Thread, platform = 'twitter'): Promise<string[]> {
  return (await targetOf(thread, platform)).parts.map(({ platform_post_id }) => String(platform_post_id));
}

/** The item and the text of each `comment.created`, sorted by text. */
async function comments(): Promise<unknown[]> {
  const created = (await events('comment.created')).map(({ data }) => JSON.parse(String(data)) as Json);
  return created.map(({ content_id, text }) => [content_id, text]).sort();
}

describe('a comment on a thread', () => {
  it('is a comment.created of its item, whichever part it is on', async () => {
    const { thread, to } = await threadWithWebhooks();
    await runAll(thread);
    await processAllChanges(harness);
    const ids = await idsOf(thread);
    for (const [index, id] of ids.entries()) {
      expect((await receive(to, comment(`9${index}`, id))).json).toMatchObject({ accepted: 1, ignored: 0 });
    }
    expect(ids).toHaveLength(4);
    expect(await comments()).toEqual(ids.map((id) => [thread.contentId, `On ${id}`]).sort());
  });

  it('that arrives before its part is known is created when the part is', async () => {
    const { thread, to } = await threadWithWebhooks();
    await processAllChanges(harness);
    advanceTime(60_000);
    for (let part = 0; part < 2; part++) {
      await runWorker(thread);
      const { id } = (await platforms().posts()).at(-1)!;
      expect((await receive(to, comment(`9${part}`, id))).json).toMatchObject({ accepted: 0, ignored: 1 });
      expect(await comments()).toHaveLength(part + 1);
    }
  });
});

describe('changes of a thread that are delivered again', () => {
  it('assign nothing twice', async () => {
    const { thread, to } = await threadWithWebhooks();
    await processAllChanges(harness);
    advanceTime(60_000);
    const records = [];
    for (let part = 0; part < 4; part++) {
      await runWorker(thread);
      await receive(to, comment(`9${part}`, (await platforms().posts()).at(-1)!.id));
      records.push(...harness.changes());
      expect(await processStreamRecords(records)).toEqual([]);
    }
    await processAllChanges(harness);
    const before = await comments();
    expect(await processStreamRecords(records)).toEqual([]);
    expect(await comments()).toEqual(before);
    expect(before).toHaveLength(4);
    expect(storedRecords(harness, 'PublishedPost')).toHaveLength(4);
  });
});

describe('POST /engagements', () => {
  it.each(['twitter', 'bluesky'] as const)('accepts the id of each part of a thread on %s', async (platform) => {
    const thread = await newThread({ thread: THREAD, first_comment: 'Comment' }, platform);
    await runAll(thread);
    await processAllChanges(harness);
    const engagements = (await idsOf(thread, platform)).map((platform_post_id, index) => {
      const occurred_at = new Date().toISOString();
      return { platform, platform_post_id, kind: 'like', occurred_at, external_id: `like-${index}` };
    });
    const token = await newToken(thread.tenant);
    const { json } = await callApi('engagements.create', { token, body: { engagements } });
    expect((json.results as Json[]).map(({ status }) => status)).toEqual(Array(4).fill('accepted'));
    expect(storedRecords<Json>(harness, 'Engagement').map(({ content_id }) => content_id)).toEqual(
      Array(4).fill(thread.contentId),
    );
  });
});
