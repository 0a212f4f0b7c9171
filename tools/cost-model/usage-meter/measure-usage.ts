import { setTimeout as sleep } from 'node:timers/promises';
import { contentEntity } from '../../../lib/content/entities/contents.ts';
import { keyOf } from '../../../lib/core/table/schema.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { addUsage, type MeasuredRequest, type MeasuredUsage, NO_USAGE, scaleUsage, type Usage } from '../usage.ts';
import { getRecordEntity, patchItem, toQueueMessage, waitForFreshMinute } from './direct-table-access.ts';
import type { MeteredCall } from './meter.ts';
import { type MeteredStack, startMeteredStack } from './metered-stack.ts';
import { type MeasuredPost, measurePost } from './post.ts';
import { measureFreeReading } from './reading.ts';
import { measureTokenRefresh } from './refresh.ts';
import { REQUEST_KINDS, type RequestKind } from './requests.ts';
import { EXAMPLE_POST, newTenant, type Tenant } from './tenant.ts';

/** Enough requests for an instance to prefetch quota: three of these cost a write. */
const BUSY_REQUESTS = 10;

/** Measure all usage that the cost document lists by running the functions. Takes half a minute. */
export async function measureUsage(): Promise<Omit<MeasuredUsage, 'templates'>> {
  const stack = await startMeteredStack();
  try {
    const sweep = await stack.measure(async () => {
      await stack.invoke('on-sweep-due', {});
      await stack.consumeStream();
    });
    const collect = await stack.measure(() => stack.invoke('on-metric-polls-due', {}));
    const plan = await stack.measure(() => stack.invoke('on-schedule-planning-due', {}));
    const refresh = await stack.measure(() => stack.invoke('on-refresh-due', {}));
    const requests: MeasuredRequest[] = [];
    for (const [index, kind] of REQUEST_KINDS.entries()) requests.push(await measureRequest(stack, kind, index));
    const { alone, busy } = requests.find(({ operation }) => operation === 'auth.verify')!;
    const lookUps = addUsage(alone, scaleUsage(busy, -1));
    for (const request of requests) {
      // The earlier request cached the caller in the instance; alone, this one would read the table.
      if (isRepetition(request.name))
        Object.assign(request, { alone: addUsage(request.busy, lookUps), after: NO_USAGE });
    }
    const posts = new Map<Platform, MeasuredPost>();
    for (const [index, platform] of PLATFORMS.entries()) {
      posts.set(platform, await measurePost(stack, platform, 100 + index, collect));
    }
    const { steps, events, reading } = posts.get('twitter')!;
    return {
      requests,
      post: steps,
      publish: Object.fromEntries([...posts].map(([platform, post]) => [platform, post.publish])),
      eventsPerPost: events,
      ...(await measureDeliveries(stack, 200)),
      reading,
      freeReading: await measureFreeReading(stack, 300),
      sweep,
      collect,
      refresh,
      tokenRefresh: await measureTokenRefresh(stack, 400),
      plan,
    };
  } finally {
    await stack.stop();
  }
}

function isRepetition(name: string): boolean {
  return REQUEST_KINDS.some((kind) => kind.name === name && kind.repeats);
}

/** Measure one kind of request: alone, as one of many, and the derived work. */
export async function measureRequest(stack: MeteredStack, kind: RequestKind, number: number): Promise<MeasuredRequest> {
  const nowMs = Date.now();
  const { tenant, writes } = newTenant(number, nowMs, kind.needs ?? {}, stack.encryptSecrets);
  await stack.seed([...writes, ...(kind.seed?.(tenant, nowMs) ?? [])]);
  await stack.skipStream();
  await waitForFreshMinute(kind.durationMs);
  const count = async (index: number) => {
    if (kind.waits) return stack.measureOnly(upToTheWrite, () => sendAndRelease(stack, kind, tenant, index));
    if (kind.prepare) {
      await kind.prepare(stack, tenant, index);
      await stack.skipStream();
    }
    return stack.measure(() => send(stack, kind, tenant, index));
  };
  const alone = await count(0);
  const after = await stack.measure(() => stack.consumeStream());
  let busy: Usage;
  if (kind.waits || kind.prepare) {
    busy = NO_USAGE;
    for (let index = 1; index <= BUSY_REQUESTS; index++) busy = addUsage(busy, await count(index));
  } else {
    busy = await stack.measure(async () => {
      for (let index = 1; index <= BUSY_REQUESTS; index++) await send(stack, kind, tenant, index);
    });
  }
  await stack.skipStream();
  return {
    name: kind.name,
    operation: kind.operation,
    alone,
    busy: scaleUsage(busy, 1 / BUSY_REQUESTS),
    after,
    ...(kind.waits ? { waits: kind.waits } : {}),
  };
}

async function send(stack: MeteredStack, kind: RequestKind, tenant: Tenant, index: number) {
  const { method, path, body, headers, anonymous } = kind.call(tenant, index);
  return stack.request(kind.status ?? 200, method, path, {
    ...(anonymous ? {} : { token: tenant.token }),
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers } : {}),
  });
}

/** Select the calls up to the transaction, and quota reservations answered later; the rest is waiting. */
function upToTheWrite(calls: MeteredCall[]): MeteredCall[] {
  const change = calls.findIndex(({ operation }) => operation === 'TransactWriteItems');
  return calls.filter(({ operation }, index) => index <= change || operation === 'UpdateItem');
}

/** Write the published status into the item, because no worker publishes here, so that the request ends. */
async function sendAndRelease(stack: MeteredStack, kind: RequestKind, tenant: Tenant, index: number) {
  const answer = send(stack, kind, tenant, index);
  let isOver = false;
  void answer
    .finally(() => {
      isOver = true;
    })
    .catch(() => {});
  const key = keyOf(contentEntity, { workspace_id: tenant.workspaceId, id: tenant.drafts[index] });
  // Exactly one patch succeeds: each is one record of the stream, and one more invocation in `after`.
  for (let isPatched = false; !isPatched && !isOver; ) {
    await sleep(40);
    isPatched = await patchItem(stack, key, { status: 'published' }, 'version > :seeded', { ':seeded': 0 }).then(
      () => true,
      () => false,
    );
  }
  await answer;
}

/** Measure the derived work of a draft, and what an endpoint adds to it, one alone and ten together. */
export async function measureDeliveries(
  stack: MeteredStack,
  number: number,
): Promise<Pick<MeasuredUsage, 'derived' | 'delivery'>> {
  const events = async (count: number, receiver: string | null, tenantNumber: number) => {
    const { tenant, writes } = newTenant(tenantNumber, Date.now(), receiver ? { receiver } : {}, stack.encryptSecrets);
    await stack.seed(writes);
    await stack.skipStream();
    const body = { ...EXAMPLE_POST, platforms: ['twitter'] };
    for (let made = 0; made < count; made++) {
      await stack.request(201, 'POST', '/v1/content', { token: tenant.token, body });
    }
    const how = count > 1 ? ('batched' as const) : undefined;
    return stack.measure(async () => {
      const followed = await stack.consumeStream(how);
      const messages = followed
        .filter(({ eventName, dynamodb }) => eventName === 'INSERT' && getRecordEntity(dynamodb) === 'Event')
        .map(({ dynamodb }, index) => ({
          messageId: String(index),
          body: toQueueMessage(dynamodb, tenant.endpointId),
        }));
      if (messages.length !== count) throw new Error(`${messages.length} events.`);
      if (receiver) await stack.invoke('on-delivery-queued', { Records: messages });
      await stack.consumeStream(how);
    });
  };
  const receiver = `${stack.url}/_inbox/meter`;
  const perDraft = async (count: number, tenantNumber: number) => {
    const derived = await events(count, null, tenantNumber + 1);
    const all = await events(count, receiver, tenantNumber);
    return {
      derived: scaleUsage(derived, 1 / count),
      delivery: scaleUsage(addUsage(all, scaleUsage(derived, -1)), 1 / count),
    };
  };
  const [alone, inTens] = [await perDraft(1, number), await perDraft(10, number + 2)];
  return {
    derived: { alone: alone.derived, inTens: inTens.derived },
    delivery: { alone: alone.delivery, inTens: inTens.delivery },
  };
}
