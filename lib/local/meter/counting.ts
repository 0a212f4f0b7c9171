import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Counted, type CountedRequest, NO_UNITS, plus, times, type Units } from '../../cost/units.ts';
import { PLATFORMS, type Platform } from '../../domain/platform.ts';
import { keyOf } from '../../table/keys.ts';
import type { MeteredCall } from './meter.ts';
import { type MeteredPlace, openMeteredPlace } from './place.ts';
import { REQUEST_KINDS, type RequestKind } from './requests.ts';
import { EXAMPLE_PICTURE, EXAMPLE_POST, newTenant, type Tenant } from './tenant.ts';

/** After the first request of an instance in a minute, admissions are taken in tens. */
const BUSY_REQUESTS = 10;
const MINUTE_MS = 60_000;
/** One kind's requests have to be in one minute, or its admissions are counted twice. */
const ENOUGH_OF_A_MINUTE_MS = 5_000;

/** Counts everything the cost document speaks of, by running the functions themselves. Takes half a minute. */
export async function countUnits(): Promise<Omit<Counted, 'template'>> {
  const place = await openMeteredPlace();
  try {
    const sweep = await place.count(() => place.invoke('on-sweep-due', {}));
    const collect = await place.count(() => place.invoke('on-collect-due', {}));
    const requests: CountedRequest[] = [];
    for (const [index, kind] of REQUEST_KINDS.entries())
      requests.push(await countRequest(place, kind, index));
    const { alone, busy } = requests.find(({ operation }) => operation === 'auth.verify')!;
    const lookUps = plus(alone, times(busy, -1));
    for (const request of requests) {
      // The earlier request told the instance who is calling; alone, it would have had to ask.
      if (isRepetition(request.name))
        Object.assign(request, { alone: plus(request.busy, lookUps), after: NO_UNITS });
    }
    const posts = new Map<Platform, CountedPost>();
    for (const [index, platform] of PLATFORMS.entries()) {
      posts.set(platform, await countPost(place, platform, 100 + index, collect));
    }
    const { steps, events, reading } = posts.get('twitter')!;
    return {
      requests,
      post: steps,
      publish: Object.fromEntries([...posts].map(([platform, post]) => [platform, post.publish])),
      eventsPerPost: events,
      delivery: await countDeliveries(place, 200),
      reading,
      sweep,
      collect,
    };
  } finally {
    await place.stop();
  }
}

function isRepetition(name: string): boolean {
  return REQUEST_KINDS.some((kind) => kind.name === name && kind.repeats);
}

async function countRequest(place: MeteredPlace, kind: RequestKind, number: number): Promise<CountedRequest> {
  const nowMs = Date.now();
  const receiver = kind.needs?.receiver?.startsWith('/')
    ? `${place.url}${kind.needs.receiver}`
    : kind.needs?.receiver;
  const { tenant, writes } = newTenant(number, nowMs, { ...kind.needs, ...(receiver ? { receiver } : {}) });
  await place.seed([...writes, ...(kind.seed?.(tenant, nowMs) ?? [])]);
  await place.skip();
  await enoughOfThisMinute();
  const ask = (index: number) => () => send(place, kind, tenant, index);
  const count = (index: number) =>
    kind.waits
      ? place.countOnly(upToTheChange, () => sendAndRelease(place, kind, tenant, index))
      : place.count(ask(index));
  const alone = await count(0);
  const after = await place.count(() => place.follow());
  let busy: Units;
  if (kind.waits) {
    busy = NO_UNITS;
    for (let index = 1; index <= BUSY_REQUESTS; index++) busy = plus(busy, await count(index));
  } else {
    busy = await place.count(async () => {
      for (let index = 1; index <= BUSY_REQUESTS; index++) await ask(index)();
    });
  }
  await place.skip();
  return {
    name: kind.name,
    operation: kind.operation,
    alone,
    busy: times(busy, 1 / BUSY_REQUESTS),
    after,
    ...(kind.waits ? { waits: kind.waits } : {}),
  };
}

async function send(place: MeteredPlace, kind: RequestKind, tenant: Tenant, index: number): Promise<unknown> {
  const { method, path, body, headers, anonymous } = kind.call(tenant, index);
  return place.request(kind.status ?? 200, method, path, {
    ...(anonymous ? {} : { token: tenant.token }),
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  });
}

/** Everything up to the transaction; what comes after it is the wait. */
function upToTheChange(calls: MeteredCall[]): MeteredCall[] {
  const change = calls.findIndex(({ operation }) => operation === 'TransactWriteItems');
  return calls.slice(0, change + 1);
}

/** Nobody publishes here, so the item is made to look as if somebody had, and the request ends. */
async function sendAndRelease(place: MeteredPlace, kind: RequestKind, tenant: Tenant, index: number) {
  const answer = send(place, kind, tenant, index);
  let isOver = false;
  void answer
    .finally(() => {
      isOver = true;
    })
    .catch(() => {});
  const key = keyOf('Content', { workspace_id: tenant.workspaceId, id: tenant.drafts[index] });
  while (!isOver) {
    await sleep(40);
    await set(place, key, { status: 'published' }, 'version > :seeded', { ':seeded': 0 }).catch(() => {});
  }
  await answer;
}

interface CountedPost {
  steps: { name: string; units: Units }[];
  publish: Units;
  events: number;
  reading: Units;
}

/** The life of one post, scheduled for tomorrow; its time is then moved to now, so that it can be published. */
async function countPost(
  place: MeteredPlace,
  platform: Platform,
  number: number,
  emptyCollection: Units,
): Promise<CountedPost> {
  const { tenant, writes } = newTenant(number, Date.now(), {});
  await place.seed(writes);
  await place.skip();
  await enoughOfThisMinute();
  const { token, workspaceId } = tenant;
  const steps: CountedPost['steps'] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    const units = await place.count(work);
    steps.push({ name, units });
    return units;
  };
  let events = 0;
  const follow = async () => {
    const news = await place.follow();
    events += news.filter(({ dynamodb }) => entityOf(dynamodb) === 'Event').length;
  };
  const media = platform === 'instagram' ? [EXAMPLE_PICTURE] : [];
  const time = new Date(Date.now() + 86_400_000).toISOString();
  const body = { ...EXAMPLE_POST, media, platforms: [platform], scheduled_at: time };
  const create = () => place.request(201, 'POST', '/v1/content', { token, body });
  // The first request of an instance also looks up the token; the step is an ordinary one.
  await create();
  await place.skip();
  let contentId = '';
  await step('create', async () => {
    contentId = ((await create()) as { id: string }).id;
  });
  await step('its events and its timer', follow);
  const wake = await wakeOf(place, workspaceId, contentId, platform);
  const fired = await place.count(() => place.invoke(`on-publish-due/${platform}`, wake));
  steps.push({ name: 'the timer, a minute early', units: plus(fired, { ...NO_UNITS, timersFired: 1 }) });
  await makeDue(place, workspaceId, wake.schedule_id);
  await place.skip();
  const message = { Records: [{ messageId: 'example', body: JSON.stringify(wake) }] };
  const published = await step('publish', () => place.invoke(`on-publish-due/${platform}`, message));
  const followed = await step('what follows: event, measurement, terms', follow);
  const collected = await place.count(async () => {
    await place.invoke('on-collect-due', {});
    await place.follow();
  });
  await set(place, keyOf('Measurement', { workspace_id: workspaceId, id: wake.schedule_id }), {
    due_at: new Date().toISOString(),
    due_sk: new Date().toISOString(),
  });
  await place.skip();
  const again = await place.count(async () => {
    await place.invoke('on-collect-due', {});
    await place.follow();
  });
  if (collected.platformCalls === 0 || again.platformCalls === 0) throw new Error('Nothing was collected.');
  return {
    steps,
    publish: plus(published, followed),
    events,
    reading: plus(again, times(emptyCollection, -1)),
  };
}

async function wakeOf(place: MeteredPlace, workspaceId: string, contentId: string, platform: Platform) {
  const { Item: content } = await place.table.send(
    new GetCommand({
      TableName: place.tableName,
      Key: { ...keyOf('Content', { workspace_id: workspaceId, id: contentId }) },
    }),
  );
  return { workspace_id: workspaceId, schedule_id: String(content!.targets[platform].schedule_id) };
}

/** The entry as it will be when its time has come. */
async function makeDue(place: MeteredPlace, workspaceId: string, entryId: string): Promise<void> {
  const now = new Date().toISOString();
  const key = keyOf('Entry', { workspace_id: workspaceId, id: entryId });
  const position = `${now}#${entryId}`;
  await set(place, key, {
    scheduled_at: now,
    due_at: now,
    due_sk: now,
    facet_sk: position,
    group_sk: position,
  });
}

/** Deliveries: what an endpoint adds to the events of a draft, one alone and ten together. */
async function countDeliveries(place: MeteredPlace, number: number): Promise<Counted['delivery']> {
  const events = async (count: number, receiver: string | null, tenantNumber: number) => {
    const { tenant, writes } = newTenant(tenantNumber, Date.now(), receiver ? { receiver } : {});
    await place.seed(writes);
    await place.skip();
    const body = { ...EXAMPLE_POST, platforms: ['twitter'] };
    for (let made = 0; made < count; made++) {
      await place.request(201, 'POST', '/v1/content', { token: tenant.token, body });
    }
    const how = count > 1 ? ('together' as const) : undefined;
    return place.count(async () => {
      const followed = await place.follow(how);
      const messages = followed
        .filter(({ eventName, dynamodb }) => eventName === 'INSERT' && entityOf(dynamodb) === 'Delivery')
        .map(({ dynamodb }, index) => ({ messageId: String(index), body: messageOf(dynamodb) }));
      if (messages.length !== (receiver ? count : 0)) throw new Error(`${messages.length} deliveries.`);
      if (messages.length > 0) await place.invoke('on-delivery-queued', { Records: messages });
      await place.follow(how);
    });
  };
  const receiver = `${place.url}/_inbox/meter`;
  const added = async (count: number, tenantNumber: number) =>
    plus(await events(count, receiver, tenantNumber), times(await events(count, null, tenantNumber + 1), -1));
  return { alone: await added(1, number), inTens: times(await added(10, number + 2), 1 / 10) };
}

type Image = Record<string, { S?: string }>;

function entityOf(dynamodb: Record<string, unknown>): string | undefined {
  return (dynamodb.NewImage as Image | undefined)?.entity?.S;
}

function messageOf(dynamodb: Record<string, unknown>): string {
  const { workspace_id, endpoint_id, id } = dynamodb.NewImage as Image;
  return JSON.stringify({
    workspace_id: workspace_id!.S,
    endpoint_id: endpoint_id!.S,
    delivery_id: id!.S,
  });
}

/** Sets attributes of an item behind the back of the functions. */
async function set(
  place: MeteredPlace,
  key: { pk: string; sk: string },
  values: Record<string, string>,
  condition?: string,
  conditionValues: Record<string, unknown> = {},
): Promise<void> {
  const names = Object.keys(values);
  await place.table.send(
    new UpdateCommand({
      TableName: place.tableName,
      Key: { ...key },
      UpdateExpression: `SET ${names.map((_, index) => `#n${index} = :v${index}`).join(', ')}`,
      ...(condition ? { ConditionExpression: condition } : {}),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(names.map((name, index) => [`:v${index}`, values[name]])),
        ...conditionValues,
      },
    }),
  );
}

async function enoughOfThisMinute(): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < ENOUGH_OF_A_MINUTE_MS) await sleep(leftMs + 50);
}
