import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { downloadMedia } from '../../lib/core/net/download-media.ts';
import { takeLease } from '../../lib/core/rate-limit/in-flight-leases.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { hostLeaseEntity } from '../../lib/publishing/entities/hosts.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  lambdaContext,
  processAllChanges,
  publishMessage,
  SLOW_PUBLISH_QUEUE,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { JPEG } from '../platforms/platforms.ts';

vi.mock('../../lib/core/net/download-media.ts', async (original) => ({
  ...(await original<typeof import('../../lib/core/net/download-media.ts')>()),
  downloadMedia: vi.fn(async () => ({ bytes: JPEG, contentType: 'image/jpeg' })),
}));

// The slow lane of all platforms: leases limit how many of its attempts each platform has in progress.

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MAX_ATTEMPTS = stage('production', undefined, { alarmEmail: 'none' }).slowPublishConcurrency!;

const IMAGE = { media: [{ url: 'https://media.example/a.jpg', type: 'image' }] };

beforeEach(() => {
  vi.mocked(downloadMedia).mockResolvedValue({ bytes: JPEG, contentType: 'image/jpeg' });
});

let posts = 0;

async function due(platform: Platform, tenant: Tenant): Promise<DueMessage> {
  const { dueMessage } = await scheduleContent(tenant, platform, { description: `Post ${++posts}`, ...IMAGE });
  advanceTime(60_000);
  return dueMessage;
}

async function workspaceOn(platform: Platform): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  return tenant;
}

/** Handle a message in the function of the slow lane. */
async function publishSlowly(message: object) {
  process.env.SLOW_PUBLISH_CONCURRENCY = String(MAX_ATTEMPTS);
  try {
    return await onPublishDue(sqsEvent({ ...message, lane: 'slow' }), lambdaContext());
  } finally {
    delete process.env.SLOW_PUBLISH_CONCURRENCY;
  }
}

/** Occupy the slow lane of a platform, as attempts do that wait for it. Returns what ends one of them. */
async function occupy(platform: Platform, count = MAX_ATTEMPTS) {
  const scope = { host: platform, operation: 'publish.slow' };
  const expiresAtMs = Date.now() + LEASE_SECONDS.attempt * 1000;
  const releases: ((() => Promise<void>) | null)[] = [];
  for (let taken = 0; taken < count; taken++) {
    releases.push(await takeLease({ entity: hostLeaseEntity, scope, slots: MAX_ATTEMPTS, expiresAtMs }, Date.now()));
  }
  return releases[0]!;
}

describe('a platform whose attempts occupy its part of the slow lane', () => {
  it('delays no post on another platform', async () => {
    await occupy('twitter');
    const message = await due('linkedin', await workspaceOn('linkedin'));
    await publishSlowly(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
    expect(storedRecords<Json>(harness, 'HostLease').filter(({ host }) => host === 'linkedin')).toEqual([]);
  });

  it('lets its next post wait some seconds without a claim and without a lease, which is published once one ends', async () => {
    const message = await due('twitter', await workspaceOn('twitter'));
    const release = await occupy('twitter');
    await processAllChanges(harness);
    harness.sent();
    await publishSlowly(message);
    const entry = await loadDueEntry(message);
    expect(entry).toMatchObject({ state: 'pending', attempts: 0, attempt: null });
    expect(storedRecords(harness, 'InFlightRequest')).toEqual([]);
    const waitMs = Date.parse(entry.due_at!) - Date.now();
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([publishMessage('twitter', message, Math.ceil(waitMs / 1000))]);
    await release();
    advanceTime(waitMs);
    await publishSlowly(message);
    await publishSlowly(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('is free again when the functions of the attempts were killed, two minutes later', async () => {
    const message = await due('twitter', await workspaceOn('twitter'));
    await occupy('twitter');
    advanceTime(LEASE_SECONDS.attempt * 1000);
    await publishSlowly(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });

  it('has room for another attempt until all are in progress', async () => {
    const message = await due('twitter', await workspaceOn('twitter'));
    await occupy('twitter', MAX_ATTEMPTS - 1);
    await publishSlowly(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });
});

it('takes no more of them than four workspaces may have', () => {
  expect(MAX_ATTEMPTS).toBe(20);
});

describe('a message in the queue of a slow lane that an upgrade removes', () => {
  it('is lost without its post: the sweep queues the entry again, and it is published once', async () => {
    const tenant = await workspaceOn('twitter');
    vi.mocked(downloadMedia).mockImplementation(async () => {
      advanceTime(12_000);
      return { bytes: JPEG, contentType: 'image/jpeg' };
    });
    for (const _ of [1, 2]) await onPublishDue(sqsEvent(await due('twitter', tenant)), lambdaContext());
    vi.mocked(downloadMedia).mockResolvedValue({ bytes: JPEG, contentType: 'image/jpeg' });
    const message = await due('twitter', tenant);
    process.env.SLOW_PUBLISH_QUEUE_URL = 'https://sqs.test/slow-publish-twitter';
    await onPublishDue(sqsEvent(message), lambdaContext());
    const [removed] = harness.sent().filter(({ queue }) => queue === 'https://sqs.test/slow-publish-twitter');
    expect(removed!.message).toMatchObject({ schedule_id: message.schedule_id, lane: 'slow' });
    // From here on the stack has the new queue only, and no function receives the message.
    process.env.SLOW_PUBLISH_QUEUE_URL = SLOW_PUBLISH_QUEUE;
    advanceTime(15_000);
    await onSweepDue();
    const [queued] = harness.sent().filter(({ message: { schedule_id } }) => schedule_id === message.schedule_id);
    expect(queued).toEqual(publishMessage('twitter', message, 0));
    await onPublishDue(sqsEvent(queued!.message), lambdaContext());
    const [forwarded] = harness.sent().filter(({ queue }) => queue === SLOW_PUBLISH_QUEUE);
    await publishSlowly(forwarded!.message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await platforms().posts()).toHaveLength(3);
  });
});
