import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { findLeaks, getTableInfo, listMessages, listPosts, PLATFORM_TOKENS, scanTable } from './assertions.ts';
import { getAccessToken, read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

type Content = z.infer<ReturnType<typeof ContentResponse>>;

const { service, api, clock, folder } = useRunningService();
let workspaceId: string;
let inbox: string;
const secrets: Record<string, string> = { ...PLATFORM_TOKENS };

beforeAll(async () => {
  const token = await getAccessToken(service.baseUrl, service.credentials);
  workspaceId = JSON.parse((await api('GET', '/auth/verify')).text).workspace_id;
  inbox = `${service.url}/_inbox/faults`;
  const endpoint = { url: inbox, events: ['*'] };
  const { secret } = read(await api('POST', '/webhooks', endpoint), 201, WebhookCreateResponse());
  Object.assign(secrets, { secret, token, 'client secret': service.credentials.client_secret });
});

const at = (timeMs: number) => new Date(timeMs).toISOString();
const sleep = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const image = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];

async function create(text: string, platforms: Platform[], scheduledMs?: number): Promise<Content> {
  const body = {
    title: text,
    platforms,
    ...(platforms.includes('instagram') ? { media: image } : {}),
    ...(scheduledMs ? { scheduled_at: at(scheduledMs) } : {}),
  };
  return read(await api('POST', '/content', body), 201, ContentResponse());
}

const contentOf = async (id: string) => read(await api('GET', `/content/${id}`), 200, ContentResponse());
const postsWithText = async (text: string) => (await listPosts(service.url)).filter((post) => post.text === text);
const dueMessageOf = (content: Content) => ({
  workspace_id: workspaceId,
  schedule_id: content.targets[0]!.schedule_id,
});
const eventsAbout = async (id: string) =>
  (await distinctMessages()).map(({ body }) => JSON.parse(body)).filter((event) => event.data.id === id);

/** The messages that arrived, each once however often it was delivered. */
async function distinctMessages(): Promise<{ id: string; body: string }[]> {
  const messages = (await listMessages(inbox)).map(({ headers, body }) => ({
    id: String(headers['webhook-id']),
    body,
  }));
  return [...new Map(messages.map((each) => [`${each.id} ${each.body}`, each])).values()];
}

const message = (body: unknown, messageId = 'm-1') => ({
  messageId,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('one entry with concurrent workers', () => {
  test('messages at the same time, before and at the due time, create one post', async () => {
    const text = 'invoked concurrently';
    const dueMs = Date.now() + 2_500;
    const content = await create(text, ['twitter'], dueMs);
    const invocations: Promise<unknown>[] = [];
    while (Date.now() < dueMs + 500) {
      invocations.push(service.invoke('on-publish-due/twitter', dueMessageOf(content)));
      invocations.push(service.invoke('on-publish-due/twitter', { Records: [message(dueMessageOf(content))] }));
      await sleep(100);
    }
    await Promise.all(invocations);
    const done = await until('the item to be published', async () => {
      const found = await contentOf(content.id);
      return found.status === 'published' && found;
    });
    const posts = await postsWithText(text);
    expect(posts.map(({ id }) => id)).toEqual([done.targets[0]?.platform_post_id]);
    expect(Date.parse(posts[0]!.at)).toBeGreaterThanOrEqual(dueMs);
  });
});

/** The records that follow from the stream, in the order of the keys. */
async function consequences() {
  const kinds = ['Event', 'Delivery', 'TermBucket', 'DailyTextCount', 'PostTerms', 'Content', 'ScheduleEntry'];
  return (await scanTable(getTableInfo(service)))
    .filter(({ entity }) => [...kinds, 'Bucket', 'ContentBucket', 'PostMetrics'].includes(String(entity)))
    .sort((one, other) => (`${one.pk}/${one.sk}` < `${other.pk}/${other.sk}` ? -1 : 1));
}

/** Wait until nothing is in progress: no delivery, no publication and no stream change. */
async function rest(): Promise<void> {
  const isMoving = (item: Record<string, unknown>) =>
    (item.entity === 'Delivery' && item.status === 'pending') ||
    (item.entity === 'ScheduleEntry' && ['claimed', 'sending'].includes(String(item.state)));
  let last: unknown;
  await until('rest', async () => {
    const now = await consequences();
    const isStill = !now.some(isMoving) && isDeepStrictEqual(now, last);
    last = now;
    if (!isStill) await sleep(400);
    return isStill;
  });
}

describe('the stream, read twice', () => {
  // A replay may take longer than the interval between two polls of a post: none becomes due during it.
  afterEach(() => clock.resume());

  test('twice in full, in batches and both at once, leads to nothing new', async () => {
    const others = Array.from({ length: 40 }, (_, index) => `beside ${index}`);
    await Promise.all(others.map((text) => create(text, ['twitter', 'linkedin'], Date.now() + 3_600_000)));
    const { id } = await create('read twice', ['twitter', 'linkedin'], Date.now() + 2_000);
    await until('its events', async () => (await eventsAbout(id)).length >= 3);
    clock.pause();
    const pausedAt = at(Date.now());
    // Polls that are due would run within a minute. A replay at that time has to be repeated, so they run before it.
    await service.invoke('on-metric-polls-due', {});
    await until('due polls', async () => !(await consequences()).some((item) => isDuePoll(item, pausedAt)));
    for (;;) {
      await rest();
      const records = await wholeStream();
      expect(records.length).toBeGreaterThan(100);
      const before = await consequences();
      const [messages, posts] = [await distinctMessages(), await listPosts(service.url)];
      const replay = async () => {
        for (let start = 0; start < records.length; start += 100) {
          await until('a batch to be followed', async () => {
            // As Lambda does, the whole batch again when some of it failed: two replays get into each
            // other's way.
            const batch = { Records: records.slice(start, start + 100) };
            const answer = (await service.invoke('on-table-change', batch)) as DynamoDBBatchResponse;
            return answer.batchItemFailures.length === 0;
          });
        }
      };
      await Promise.all([replay(), replay()]);
      await rest();
      const after = await consequences();
      // A post may have been due before the pause, and its poll with it: then more is to follow.
      if (pollsIn(after) !== pollsIn(before)) continue;
      if (openEntriesIn(after) !== openEntriesIn(before)) continue;
      expect(after).toEqual(before);
      expect(await distinctMessages()).toEqual(messages);
      expect(await listPosts(service.url)).toEqual(posts);
      return;
    }
  });

  const isDuePoll = ({ entity, due_at }: Record<string, unknown>, time: string) =>
    entity === 'PostMetrics' && due_at !== null && String(due_at) <= time;
  const openEntriesIn = (items: Record<string, unknown>[]) =>
    items
      .filter(({ entity, due_at }) => entity === 'ScheduleEntry' && due_at)
      .map(({ id, state, attempts }) => `${id} ${state} ${attempts}`)
      .join();
  const pollsIn = (items: Record<string, unknown>[]) =>
    items
      .filter(({ entity }) => entity === 'PostMetrics')
      .map(({ version }) => version)
      .join();

  test('an unreadable record blocks no other record before, beside or after it', async () => {
    const client = tableClient(getTableInfo(service));
    const first = await create('before the poison', ['twitter']);
    const Item = { pk: 'POISON', sk: 'x', entity: 'Content', schema: 999, workspace_id: workspaceId };
    await client.send(new PutCommand({ TableName: service.tableName, Item }));
    client.destroy();
    const second = await create('behind the poison', ['twitter'], Date.now() + 2_000);
    for (const [{ id }, count] of [
      [first, 1],
      [second, 3],
    ] as const) {
      await until('the events around the poison', async () => (await eventsAbout(id)).length >= count);
    }
    expect(await postsWithText('behind the poison')).toHaveLength(1);
  });

  /** Every change the stream handler ever received, as the stream has it. */
  async function wholeStream(): Promise<DynamoDBRecord[]> {
    const streams = <T>(operation: string, input: object) =>
      callDynamodb(service.dynamodbUrl, `DynamoDBStreams_20120810.${operation}`, input) as Promise<T>;
    const { Streams } = await streams<{ Streams: { StreamArn: string }[] }>('ListStreams', {
      TableName: service.tableName,
    });
    const { StreamArn } = Streams[0]!;
    const { StreamDescription } = await streams<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn },
    );
    const records: DynamoDBRecord[] = [];
    for (const { ShardId } of StreamDescription.Shards) {
      const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      let next = (await streams<{ ShardIterator: string }>('GetShardIterator', from)).ShardIterator;
      for (;;) {
        const page = await streams<{ Records: DynamoDBRecord[]; NextShardIterator: string }>('GetRecords', {
          ShardIterator: next,
        });
        if (page.Records.length === 0) break;
        records.push(...page.Records);
        next = page.NextShardIterator;
      }
    }
    const followed = ['Content', 'ScheduleEntry', 'Delivery'];
    return records.filter(({ dynamodb }) => followed.includes(String(dynamodb?.NewImage?.entity?.S)));
  }
});

test('each event of this file arrived at least once, unchanged; no post exists twice; no log contains a secret', async () => {
  await rest();
  // The accounts were connected before the endpoint existed.
  const events = (await scanTable(getTableInfo(service))).filter(
    ({ entity, type }) => entity === 'Event' && type !== 'account.connected',
  );
  const messages = await distinctMessages();
  const ids = messages.map(({ id }) => id);
  // Delivery is at least once: a repetition has the same id and the same body.
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
  const posts = (await listPosts(service.url)).map(({ platform, text }) => `${platform}: ${text}`);
  expect(posts.filter((post, index) => posts.indexOf(post) !== index)).toEqual([]);
  expect(findLeaks([join(folder, 'logs')], secrets)).toEqual([]);
});
