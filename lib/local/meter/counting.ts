import { setTimeout as sleep } from 'node:timers/promises';
import { type Counted, type CountedRequest, NO_UNITS, plus, times, type Units } from '../../cost/units.ts';
import { PLATFORMS, type Platform } from '../../domain/platform.ts';
import { keyOf } from '../../table/keys.ts';
import { enoughOfThisMinute, entityOf, messageOf, set } from './behind.ts';
import type { MeteredCall } from './meter.ts';
import { type MeteredPlace, openMeteredPlace } from './place.ts';
import { type CountedPost, countPost } from './post.ts';
import { REQUEST_KINDS, type RequestKind } from './requests.ts';
import { EXAMPLE_POST, newTenant, type Tenant } from './tenant.ts';

/** Enough for an instance to take its admissions ahead: of these, three cost a write. */
const BUSY_REQUESTS = 10;

/** Counts everything the cost document speaks of, by running the functions themselves. Takes half a minute. */
export async function countUnits(): Promise<Omit<Counted, 'template'>> {
  const place = await openMeteredPlace();
  try {
    const sweep = await place.count(() => place.invoke('on-sweep-due', {}));
    const collect = await place.count(() => place.invoke('on-collect-due', {}));
    const refresh = await place.count(() => place.invoke('on-refresh-due', {}));
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
      refresh,
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
  const { tenant, writes } = newTenant(
    number,
    nowMs,
    { ...kind.needs, ...(receiver ? { receiver } : {}) },
    place.seal,
  );
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

/** Everything up to the transaction, and admissions taken beside it that were answered later: what else comes is the wait. */
function upToTheChange(calls: MeteredCall[]): MeteredCall[] {
  const change = calls.findIndex(({ operation }) => operation === 'TransactWriteItems');
  return calls.filter(({ operation }, index) => index <= change || operation === 'UpdateItem');
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

/** Deliveries: what an endpoint adds to the events of a draft, one alone and ten together. */
async function countDeliveries(place: MeteredPlace, number: number): Promise<Counted['delivery']> {
  const events = async (count: number, receiver: string | null, tenantNumber: number) => {
    const { tenant, writes } = newTenant(tenantNumber, Date.now(), receiver ? { receiver } : {}, place.seal);
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
