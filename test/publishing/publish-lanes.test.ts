import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { takeLease } from '../../lib/core/rate-limit/in-flight-leases.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import type { Entity } from '../../lib/core/table/define-entity.ts';
import { inFlightRequestEntity } from '../../lib/identity/entities/requests.ts';
import { hostLeaseEntity } from '../../lib/publishing/entities/hosts.ts';
import { MAX_ATTEMPTS_PER_SERVER, MAX_SLOW_ATTEMPTS_PER_WORKSPACE } from '../../lib/publishing/rules/attempt-hosts.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { useSlowDownloads } from '../functions/given/slow-posts.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  lambdaContext,
  processAllChanges,
  publishMessage,
  SLOW_PUBLISH_QUEUE,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';

vi.mock('../../lib/core/net/download-media.ts', async (original) => ({
  ...(await original<typeof import('../../lib/core/net/download-media.ts')>()),
  downloadMedia: vi.fn(),
}));

/** Attempts that may occupy their function for long: which lane they use, and how many of a workspace run at a time. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const IMAGE = { media: [{ url: 'https://media.example/a.jpg', type: 'image' }] };

const downloads = useSlowDownloads();

/** From now on the server of Bluesky accounts is one that their workspace has chosen. */
function chooseServers(): void {
  const settings = JSON.parse(process.env.SETTINGS!);
  const platformUrls = { ...settings.platformUrls, bluesky: 'https://bsky.social' };
  process.env.SETTINGS = JSON.stringify({ ...settings, platformUrls });
}

let posts = 0;

/** A post of a workspace with a text of its own, due now. */
async function due(tenant: Tenant, platform: 'bluesky' | 'twitter', fields: Json = {}): Promise<DueMessage> {
  const { dueMessage } = await scheduleContent(tenant, platform, { description: `Post ${++posts}`, ...fields });
  advanceTime(60_000);
  return dueMessage;
}

async function workspaceOn(platform: 'bluesky' | 'twitter'): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  return tenant;
}

const publish = (message: object) => onPublishDue(sqsEvent(message), lambdaContext());

/** Occupy leases, as functions do that are still running. Returns what releases one of them. */
async function occupy(count: number, entity: Entity, scope: Json) {
  const releases = await Promise.all(
    Array.from({ length: count }, () => {
      const expiresAtMs = Date.now() + LEASE_SECONDS.attempt * 1000;
      return takeLease(
        { entity, scope: { ...scope, operation: 'publish.bluesky' }, slots: count, expiresAtMs },
        Date.now(),
      );
    }),
  );
  return releases[0]!;
}

const occupyWorkspace = ({ workspace }: Tenant) =>
  occupy(MAX_SLOW_ATTEMPTS_PER_WORKSPACE, inFlightRequestEntity, { workspace_id: workspace.id });

describe('a post on a server that its workspace has chosen', () => {
  it('is published while a lease is free, and releases what it takes', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
    for (const entity of ['InFlightRequest', 'HostLease']) expect(storedRecords(harness, entity)).toEqual([]);
  });

  it('waits some seconds without a claim while its workspace has five attempts in flight, then is published once', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    const release = await occupyWorkspace(tenant);
    await processAllChanges(harness);
    harness.sent();
    await publish(message);
    const entry = await loadDueEntry(message);
    expect(entry).toMatchObject({ state: 'pending', attempts: 0, attempt: null, error: null });
    const waitMs = Date.parse(entry.due_at!) - Date.now();
    expect(waitMs).toBeGreaterThanOrEqual(2_000);
    expect(waitMs).toBeLessThanOrEqual(5_000);
    await processAllChanges(harness);
    expect(harness.sent()).toEqual([publishMessage('bluesky', message, Math.ceil(waitMs / 1000))]);
    await release();
    advanceTime(waitMs);
    await publish(message);
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('waits longer each time, and is found by the sweep when its message is lost', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    const waits: number[] = [];
    for (let count = 0; count < 30; count++) {
      await occupyWorkspace(tenant);
      await publish(message);
      const waitMs = Date.parse((await loadDueEntry(message)).due_at!) - Date.now();
      waits.push(waitMs);
      advanceTime(Math.max(waitMs, LEASE_SECONDS.attempt * 1000));
    }
    expect(waits.at(-1)).toBeGreaterThan(180_000 - 1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(420_000);
    advanceTime(15_000);
    await processAllChanges(harness);
    harness.sent();
    await onSweepDue();
    expect(harness.sent()).toEqual([publishMessage('bluesky', message, 0)]);
  });

  it('of another workspace is published at the same time, and so is one on the own server of the platform', async () => {
    const [busy, other] = [await workspaceOn('bluesky'), await workspaceOn('bluesky')];
    await occupyWorkspace(busy);
    const onOwn = await due(busy, 'bluesky');
    await publish(onOwn);
    expect(await loadDueEntry(onOwn)).toMatchObject({ state: 'published' });
    chooseServers();
    const message = await due(other, 'bluesky');
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });

  it('waits while ten attempts of all workspaces use the server, and its workspace keeps no lease', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    await occupy(MAX_ATTEMPTS_PER_SERVER, hostLeaseEntity, { host: new URL(platforms().origin).host });
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(storedRecords(harness, 'InFlightRequest')).toEqual([]);
  });

  it('is published after the end of the leases of functions that were killed', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    await occupyWorkspace(tenant);
    advanceTime(LEASE_SECONDS.attempt * 1000);
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });

  it('whose outcome is unknown is looked for only with a lease', async () => {
    const tenant = await workspaceOn('bluesky');
    chooseServers();
    const message = await due(tenant, 'bluesky');
    await platforms().script('bluesky', 'ok_then_drop');
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'unconfirmed' });
    advanceTime(5_000);
    const release = await occupyWorkspace(tenant);
    const before = (await platforms().requests()).length;
    await publish(message);
    expect(await platforms().requests()).toHaveLength(before);
    const { state, due_at } = await loadDueEntry(message);
    expect(state).toBe('unconfirmed');
    await release();
    advanceTime(Date.parse(due_at!) - Date.now());
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });
});

describe('a host that has been slow in two attempts', () => {
  /** A workspace whose images have come slowly twice. */
  async function slowTwice(): Promise<Tenant> {
    const tenant = await workspaceOn('twitter');
    downloads.seconds = 12;
    for (const _ of [1, 2]) await publish(await due(tenant, 'twitter', IMAGE));
    downloads.seconds = 0;
    await processAllChanges(harness);
    harness.sent();
    return tenant;
  }

  it('sends the next post of its workspace to the slow lane, before a claim, in the group of the workspace', async () => {
    const message = await due(await slowTwice(), 'twitter', IMAGE);
    const before = await loadDueEntry(message);
    await publish(message);
    const { workspace_id: messageGroupId } = message;
    const forwarded = {
      queue: SLOW_PUBLISH_QUEUE,
      message: { ...message, lane: 'slow' },
      delaySeconds: 0,
      messageGroupId,
    };
    expect(harness.sent()).toContainEqual(forwarded);
    expect(await loadDueEntry(message)).toEqual(before);
  });

  it('publishes once in the slow lane, when a worker is killed between the send to it and the end of its message', async () => {
    const message = await due(await slowTwice(), 'twitter', IMAGE);
    await publish(message);
    await publish(message);
    const forwarded = harness.sent().filter(({ queue }) => queue === SLOW_PUBLISH_QUEUE);
    expect(forwarded).toHaveLength(2);
    for (const each of forwarded) await publish(each.message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published', attempts: 1 });
    expect(await platforms().posts()).toHaveLength(3);
  });

  it('leaves the post due when the slow lane takes no message, and the sweep queues it again when one is lost', async () => {
    const message = await due(await slowTwice(), 'twitter', IMAGE);
    harness.sqs.on(SendMessageCommand).rejects(sdkError('QueueDoesNotExist'));
    expect(await publish(message)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
    harness.sqs.on(SendMessageCommand).resolves({});
    await publish(message);
    advanceTime(15_000);
    harness.sent();
    await onSweepDue();
    expect(harness.sent()).toContainEqual(publishMessage('twitter', message, 0));
  });

  it('is the slow host of its workspace only', async () => {
    await slowTwice();
    const message = await due(await workspaceOn('twitter'), 'twitter', IMAGE);
    await publish(message);
    expect(await loadDueEntry(message)).toMatchObject({ state: 'published' });
  });

  it('is used in the fast lane again after a fast attempt, or half an hour later', async () => {
    for (const recover of ['attempt', 'time']) {
      const tenant = await slowTwice();
      if (recover === 'attempt') await publish({ ...(await due(tenant, 'twitter', IMAGE)), lane: 'slow' });
      else advanceTime(30 * 60_000);
      const message = await due(tenant, 'twitter', IMAGE);
      await publish(message);
      expect(await loadDueEntry(message), recover).toMatchObject({ state: 'published' });
    }
  });
});
