import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/facts/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/facts/platforms.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import {
  findLeaks,
  getTableInfo,
  injectFault,
  listMessages,
  listPosts,
  PLATFORM_TOKENS,
  scanTable,
} from './assertions.ts';
import { getAccessToken, type HttpResponse, read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

type Content = z.infer<ReturnType<typeof ContentResponse>>;

// Generous, because a noisy machine may be slow: the guarantees are in the tests.
vi.setConfig({ testTimeout: 300_000 });

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
const sleepUntil = (timeMs: number) => sleep(Math.max(0, timeMs - Date.now()));
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

/** Invoke everything that could publish entries at the same time: the function of each, twice, and the sweep. */
async function disturb(...contents: Content[]): Promise<void> {
  const invocations = contents.flatMap((content) => {
    const name = `on-publish-due/${content.platforms[0]}`;
    const dueMessage = dueMessageOf(content);
    return [service.invoke(name, dueMessage), service.invoke(name, { Records: [message(dueMessage)] })];
  });
  await Promise.all([...invocations, service.invoke('on-sweep-due', {})]);
}

const message = (body: unknown, messageId = 'm-1') => ({
  messageId,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('a platform fault and the final status of the item', () => {
  /** [script, allowed first statuses, posts that then exist, category of the error]. See docs/reference/outcomes.md. */
  const rows: [string, string[], number, string | null][] = [
    ['ok', ['published'], 1, null],
    // Rejected for its token, refreshed, and sent once more.
    ['401_expired', ['published'], 1, null],
    // Before the uncertain ones: where those are sent again, they could meet the fault of a later row.
    ['duplicate', ['failed'], 0, 'content'],
    ['402', ['failed'], 0, null],
    ['wrong_content_type', ['published', 'unconfirmed'], 1, null],
    ['500_after_effect', ['unconfirmed'], 1, 'platform'],
    ['500_before_effect', ['unconfirmed'], 0, 'platform'],
    ['201_without_id', ['unconfirmed'], 1, 'platform'],
    ['truncated_json', ['unconfirmed'], 1, 'platform'],
    ['html_502', ['unconfirmed'], 1, 'platform'],
    ['ok_then_drop', ['unconfirmed'], 1, 'platform'],
    ['drop_before_effect', ['unconfirmed'], 0, 'platform'],
  ];

  test.concurrent.each(PLATFORMS)(
    '%s: an uncertain outcome is unconfirmed, then checked where possible; a rejection is failed; nothing is sent twice',
    async (platform) => {
      const ended: { content: Content; text: string; posts: number }[] = [];
      for (const [script, statuses, posts, category] of rows) {
        const text = `${script} on ${platform}`;
        await injectFault(service.url, platform, script);
        const { id } = await create(text, [platform]);
        const answer = await api('PUT', `/content/${id}`, { status: 'published' });
        const content = read(answer, 200, ContentResponse());
        // Where a repeat creates no second post, an uncertain one is sent again, perhaps before the response.
        const isRepeatable = PLATFORM_TABLE[platform].isRepeatable === true && statuses.includes('unconfirmed');
        const isRepeated = isRepeatable && content.status === 'published';
        if (!isRepeated) expect([text, statuses]).toEqual([text, expect.arrayContaining([content.status])]);
        const [target] = content.targets;
        expect([text, target?.status]).toEqual([text, content.status]);
        expect([text, target?.error === null]).toEqual([text, content.status === 'published']);
        if (category && !isRepeated) expect([text, target?.error?.category]).toEqual([text, category]);
        if (content.status === 'unconfirmed') expect(target?.error?.retryable).toBe(false);
        const created = (await postsWithText(text)).length;
        expect([text, isRepeatable && created === 1 ? posts : created]).toEqual([text, posts]);
        if (isRepeated) expect([text, created]).toEqual([text, 1]);
        ended.push({ content, text, posts });
      }
      for (const { content, text, posts } of ended) {
        if (content.status !== 'unconfirmed' || posts === 0) continue;
        // LinkedIn offers no lookup; the others return the post.
        const end = platform === 'linkedin' ? 'unconfirmed' : 'published';
        const found = await until(`${text} to be ${end}`, async () => {
          const now = await contentOf(content.id);
          return now.status === end && now.targets[0]?.next_check_at === null && now;
        });
        const [post] = await postsWithText(text);
        if (end === 'published') expect(found.targets[0]?.platform_post_id).toBe(post!.id);
      }
      const settled = await Promise.all(
        ended.filter(({ posts }) => posts === 1).map(({ content }) => contentOf(content.id)),
      );
      await disturb(...settled);
      for (const { text, posts } of ended) {
        const ours = await postsWithText(text);
        // What Instagram proves to be unpublished may have been published since, and Bluesky is sent it again.
        const mayFollow = platform === 'instagram' || platform === 'bluesky';
        expect(ours.length, text).toBeLessThanOrEqual(Math.max(posts, mayFollow ? 1 : 0));
      }
      expect(await Promise.all(settled.map(({ id }) => contentOf(id)))).toEqual(settled);
    },
  );

  test('a rate limit with a reset returns the entry to pending, with the reason, and sends nothing before it', async () => {
    const text = 'over the limit';
    await injectFault(service.url, 'twitter', '429');
    const { id } = await create(text, ['twitter'], Date.now() + 2_000);
    const content = await until('the limit to be met', async () => {
      const found = await contentOf(id);
      return found.targets[0]?.error && found;
    });
    expect(content.status).toBe('scheduled');
    expect(content.targets[0]).toMatchObject({
      status: 'pending',
      published_at: null,
      error: { category: 'rate_limit', retryable: true },
    });
    // The script is used up: a request sent now would succeed, so an empty ledger shows that none was sent.
    await disturb(content);
    expect(await postsWithText(text)).toEqual([]);
    expect(await eventsAbout(id)).not.toContainEqual(expect.objectContaining({ type: 'content.failed' }));
    // What is pending can still be cancelled.
    const cancelled = read(await api('PUT', `/content/${id}`, { status: 'cancelled' }), 200, ContentResponse());
    expect(cancelled.status).toBe('cancelled');
    await disturb(content);
    expect(await postsWithText(text)).toEqual([]);
  });

  test('one platform fails and one succeeds: partially_published, one content.failed, no content.published', async () => {
    const text = 'half of it';
    await injectFault(service.url, 'linkedin', 'duplicate');
    const { id } = await create(text, ['twitter', 'linkedin']);
    const done = read(await api('PUT', `/content/${id}`, { status: 'published' }), 200, ContentResponse());
    expect(done.status).toBe('partially_published');
    expect((await postsWithText(text)).map(({ platform }) => platform)).toEqual(['twitter']);
    const events = await until('content.failed', async () => {
      const about = await eventsAbout(id);
      return about.length >= 2 && about.some(({ type }) => type === 'content.failed') && about;
    });
    expect(events.map(({ type }) => type).sort()).toEqual(['content.created', 'content.failed']);
  });
});

describe.concurrent('one entry with concurrent workers', () => {
  test('invocations at the same time, before and at the due time, create one post', async () => {
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

  test('ten concurrent publish-now requests create one post', async () => {
    const text = 'asked for ten times';
    const { id } = await create(text, ['twitter']);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api('PUT', `/content/${id}`, { status: 'published' })),
    );
    // 202 is the response of a machine that needs more than 20 s.
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    await until('it to be published', async () => (await contentOf(id)).status === 'published');
    expect(await postsWithText(text)).toHaveLength(1);
  });

  test('an entry invoked through another workspace or for another platform is not published', async () => {
    const text = 'not yours';
    const content = await create(text, ['linkedin'], Date.now() + 3_600_000);
    const { schedule_id } = dueMessageOf(content);
    const elsewhere = { workspace_id: `ws_${'0'.repeat(26)}`, schedule_id };
    await service.invoke('on-publish-due/linkedin', elsewhere);
    await expect(service.invoke('on-publish-due/linkedin', { schedule_id })).rejects.toThrow();
    await expect(service.invoke('on-publish-due/linkedin', { workspace_id: 'x#y', schedule_id })).rejects.toThrow();
    expect((await contentOf(content.id)).status).toBe('scheduled');
    expect(await postsWithText(text)).toEqual([]);
  });

  // Each way to withdraw a post, the status of the item when it was in time, and its platform.
  const ways: [string, (content: Content) => Promise<HttpResponse>, string, Platform][] = [
    ['DELETE /schedule', ({ targets }) => api('DELETE', `/schedule/${targets[0]!.schedule_id}`), 'draft', 'linkedin'],
    ['PUT cancelled', ({ id }) => api('PUT', `/content/${id}`, { status: 'cancelled' }), 'cancelled', 'twitter'],
    [
      'PUT another time',
      ({ id }) => api('PUT', `/content/${id}`, { scheduled_at: at(Date.now() + 7_200_000) }),
      'scheduled',
      'linkedin',
    ],
  ];

  test.each(ways)(
    '%s racing with the due time withdraws the post, or is refused as too late, never both',
    async (way, withdraw, status, platform) => {
      const dueMs = Date.now() + 3_000;
      const offsets = [-250, -160, -100, -60, -30, -10, 0, 20, 60];
      const items = await Promise.all(offsets.map((offset) => create(`${way} at ${offset}`, [platform], dueMs)));
      const answers = await Promise.all(
        items.map(async (content, index) => {
          await sleepUntil(dueMs + Math.min(0, offsets[index]!));
          // The queue is up to a second late, so the function is also invoked directly at the due time.
          const dueMessage = service.invoke(`on-publish-due/${platform}`, dueMessageOf(content));
          await sleep(Math.max(0, offsets[index]!));
          const [answer] = await Promise.all([withdraw(content), dueMessage]);
          return answer;
        }),
      );
      await disturb(...items.filter((_, index) => answers[index]!.status === 200));
      for (const [index, content] of items.entries()) {
        const text = `${way} at ${offsets[index]}`;
        const answer = answers[index]!;
        if (answer.status === 200) {
          expect([text, (await contentOf(content.id)).status]).toEqual([text, status]);
          expect([text, await postsWithText(text)]).toEqual([text, []]);
        } else {
          expectTooLate(answer);
          await until(`${text} to be published`, async () => {
            return (await contentOf(content.id)).status === 'published';
          });
          expect([text, (await postsWithText(text)).length]).toEqual([text, 1]);
        }
      }
      // Well before the due time it succeeds, and after publication it does not: both responses exist.
      const ahead = await create(`${way} of what is ahead`, [platform], Date.now() + 3_600_000);
      expect((await withdraw(ahead)).status).toBe(200);
      const out = await create(`${way} of what is out`, [platform]);
      read(await api('PUT', `/content/${out.id}`, { status: 'published' }), 200, ContentResponse());
      expectTooLate(await withdraw(await contentOf(out.id)));
    },
  );

  function expectTooLate(answer: HttpResponse): void {
    expect(read(answer, 409, Problem()).code).toMatch(/^(invalid_state_transition|not_editable|already_)/);
  }

  test('an item deleted at its due time was published once or not at all, and never after the response', async () => {
    const dueMs = Date.now() + 2_500;
    const offsets = [-200, -40, 0, 25, 60, 200];
    const items = await Promise.all(offsets.map((offset) => create(`deleted at ${offset}`, ['twitter'], dueMs)));
    const counts = await Promise.all(
      items.map(async (content, index) => {
        await sleepUntil(dueMs + offsets[index]!);
        const answer = await api('DELETE', `/content/${content.id}`);
        expect([200, 409]).toContain(answer.status);
        return { status: answer.status, posts: (await postsWithText(content.title)).length };
      }),
    );
    await disturb(...items.filter((_, index) => counts[index]!.status === 200));
    for (const [index, content] of items.entries()) {
      const { status, posts } = counts[index]!;
      if (status === 409) {
        await until('it to be published', async () => (await contentOf(content.id)).status === 'published');
        expect(await postsWithText(content.title)).toHaveLength(1);
      } else {
        expect(posts).toBeLessThanOrEqual(1);
        expect([content.title, (await postsWithText(content.title)).length]).toEqual([content.title, posts]);
        expect((await api('GET', `/content/${content.id}`)).status).toBe(404);
      }
    }
  });

  test('ten concurrent edits of one item all succeed, and none is lost', async () => {
    const { id } = await create('edited', ['twitter'], Date.now() + 3_600_000);
    const fields = Array.from({ length: 10 }, (_, index) => ({ description: `Edit ${index}` }));
    const answers = await Promise.all([
      ...fields.map((body) => api('PUT', `/content/${id}`, body)),
      api('PUT', `/content/${id}`, { title: 'Edited beside them' }),
    ]);
    // Busy is 503 with its code; everything else is 200.
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(answers.at(-1)?.status).toBe(200);
    expect((await contentOf(id)).title).toBe('Edited beside them');
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

  test('a batch with unreadable records reports only those as failed', async () => {
    const records = await wholeStream();
    const good = records.filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Content').slice(0, 3);
    const images: object[] = [
      { schema: { N: '999' } },
      { schema: { N: '1' } },
      { schema: { N: '1' }, id: { N: '5' }, workspace_id: { M: {} }, targets: { S: 'x' } },
    ];
    const poison = images.map((image, index) => ({
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: 'P' }, sk: { S: String(index) } },
        NewImage: { entity: { S: 'Content' }, ...image },
        SequenceNumber: `bad-${index}`,
      },
    }));
    const Records = [good[0], ...poison, ...good.slice(1)];
    const answer = (await service.invoke('on-table-change', { Records })) as DynamoDBBatchResponse;
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual([
      'bad-0',
      'bad-1',
      'bad-2',
    ]);
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

describe('queues', () => {
  const failures = async (name: string, Records: unknown[]) =>
    ((await service.invoke(name, { Records })) as SQSBatchResponse).batchItemFailures.map(
      ({ itemIdentifier }) => itemIdentifier,
    );
  const nonsense = ['', '{', 'null', '[]', '1', '{}', '{"workspace_id":"ws_#","schedule_id":"scd_#"}'];

  test('an invalid message is the only one of its batch that fails', async () => {
    const content = await create('beside nonsense', ['twitter'], Date.now() + 3_600_000);
    await until('its events', async () => (await eventsAbout(content.id)).length >= 2);
    const bad = nonsense.map((body, index) => message(body, `bad-${index}`));
    const good = message(dueMessageOf(content), 'good');
    const names = bad.map(({ messageId }) => messageId);
    expect(await failures('on-publish-due/twitter', [...bad, good])).toEqual(names);
    const unknown = message(
      {
        workspace_id: workspaceId,
        endpoint_id: `wh_${'0'.repeat(26)}`,
        delivery_id: `dlv_${'0'.repeat(26)}`,
      },
      'good',
    );
    expect(await failures('on-delivery-queued', [...bad, unknown])).toEqual(names);
  });

  test('a redelivered delivery message, ten times at once, delivers nothing again', async () => {
    const deliveries = (await scanTable(getTableInfo(service))).filter(({ entity }) => entity === 'Delivery');
    expect(deliveries.length).toBeGreaterThan(0);
    await rest();
    const ten = deliveries.slice(0, 10);
    const idsOfTen = new Set(ten.map(({ event_id }) => event_id));
    const countCalls = async () =>
      (await listMessages(inbox)).filter(({ headers }) => idsOfTen.has(headers['webhook-id'])).length;
    const before = await countCalls();
    expect(before).toBeGreaterThanOrEqual(ten.length);
    const Records = ten.map(({ workspace_id, endpoint_id, id }) =>
      message({ workspace_id, endpoint_id, delivery_id: id }, String(id)),
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => failures('on-delivery-queued', Records)));
    expect(answers.flat()).toEqual([]);
    expect(await countCalls()).toBe(before);
  });
});

test('each event of this file arrived at least once, unchanged; no post exists twice; no log contains a secret', async () => {
  await rest();
  const events = (await scanTable(getTableInfo(service))).filter(({ entity }) => entity === 'Event');
  const messages = await distinctMessages();
  const ids = messages.map(({ id }) => id);
  // Delivery is at least once: a repetition has the same id and the same body.
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(events.map(({ id }) => id)));
  const posts = (await listPosts(service.url)).map(({ platform, text }) => `${platform}: ${text}`);
  expect(posts.filter((post, index) => posts.indexOf(post) !== index)).toEqual([]);
  expect(findLeaks([join(folder, 'logs')], secrets)).toEqual([]);
});
