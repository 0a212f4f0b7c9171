import { setTimeout as sleep } from 'node:timers/promises';
import { contentEntity } from '../../../lib/content/entities/contents.ts';
import { keyOf } from '../../../lib/core/table/schema.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import {
  addUsage,
  type MeasuredRequest,
  type MeasuredUsage,
  NO_USAGE,
  scaleUsage,
  subtractUsage,
  type Usage,
} from '../usage.ts';
import { measureCounting } from './counting.ts';
import { measureDeliveries } from './deliveries.ts';
import { patchItem, waitForFreshMinute } from './direct-table-access.ts';
import type { MeteredCall } from './meter.ts';
import { type MeteredStack, startMeteredStack } from './metered-stack.ts';
import { type MeasuredPost, measurePost } from './post.ts';
import { measureFreeReading } from './reading.ts';
import { fillStreamCaches, measureReadyFiles } from './ready-files.ts';
import { measureTokenRefresh } from './refresh.ts';
import { REQUEST_KINDS, type RequestKind } from './requests.ts';
import { measureRuns } from './runs.ts';
import { newTenant, type Tenant } from './tenant.ts';

/** Enough requests for an instance to prefetch quota: three of these cost a write. */
const BUSY_REQUESTS = 10;

/** Measure all usage that the cost document lists by running the functions. Takes minutes, most of them waiting. */
export async function measureUsage(): Promise<Omit<MeasuredUsage, 'templates'>> {
  const stack = await startMeteredStack();
  try {
    const runs = await measureRuns(stack);
    const requests: MeasuredRequest[] = [];
    for (const [index, kind] of REQUEST_KINDS.entries()) requests.push(await measureRequest(stack, kind, index));
    const { alone, busy } = requests.find(({ operation }) => operation === 'auth.verify')!;
    const lookUps = subtractUsage(alone, busy);
    for (const request of requests) {
      // The earlier request cached the caller in the instance; alone, this one would read the table.
      if (isRepetition(request.name))
        Object.assign(request, { alone: addUsage(request.busy, lookUps), after: NO_USAGE });
    }
    const posts = new Map<Platform, MeasuredPost>();
    for (const [index, platform] of PLATFORMS.entries()) {
      posts.set(platform, await measurePost(stack, platform, 100 + index, runs['on-metric-polls-due']));
    }
    const { steps, events, reading } = posts.get('twitter')!;
    const deliveries = await measureDeliveries(stack, 200);
    const files = await measureReadyFiles(stack, 500);
    const uncounted = { runs, post: steps, reading, delivery: deliveries.delivery, files };
    return {
      requests,
      post: steps,
      publish: Object.fromEntries([...posts].map(([platform, post]) => [platform, post.publish])),
      eventsPerItem: events,
      ...deliveries,
      reading,
      freeReading: await measureFreeReading(stack, 300),
      readyFile: files.second,
      runs,
      tokenRefresh: await measureTokenRefresh(stack, 400, runs['on-refresh-due']),
      counting: await measureCounting(uncounted, 600),
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
  await fillStreamCaches(stack, number);
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
