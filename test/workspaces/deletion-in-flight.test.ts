import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import {
  connect,
  currentPlatforms,
  type DueMessage,
  scheduleContent,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { leftOf, MINUTE_MS, NOTHING, remove, run, runToEnd } from './deletions.ts';

/** A post whose request was sent when the deletion of its workspace begins. */

const harness = setupWorkers();
const { table } = harness;
const { objects } = setupObjectStore();
simulatePlatforms();

beforeEach(() => {
  process.env.MEDIA_BUCKET = 'media-bucket';
});

/** A post that is due, and the message that starts its attempt. */
async function duePost(): Promise<{ tenant: Tenant; dueMessage: DueMessage }> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const { dueMessage } = await scheduleContent(tenant, 'twitter');
  await processAllChanges(harness);
  advanceTime(MINUTE_MS);
  return { tenant, dueMessage };
}

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());
const requestDeletion = async (tenant: Tenant) => remove(await newStageTenant(), tenant);
const posts = () => currentPlatforms().posts();
const entry = () => storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')[0];

/** Do something when the worker is about to save that the platform has confirmed the post. */
function beforeOutcome(action: () => Promise<unknown>): void {
  const isOutcome = (input: Json) => JSON.stringify(input.TransactItems ?? '').includes('"state":"published"');
  table.latency = async (_, input) => {
    if (!isOutcome(input)) return;
    table.latency = null;
    await action();
  };
}

/** Deliver the message again, as often as the queue and the sweep may. */
async function deliverAgain(dueMessage: DueMessage): Promise<void> {
  for (let time = 0; time < 3; time++) {
    advanceTime(3 * MINUTE_MS);
    await publish(dueMessage);
    await processAllChanges(harness);
  }
}

describe('a post that was sent when the deletion is requested', () => {
  it('is recorded, and not sent again until its workspace is deleted, nor afterwards', async () => {
    const { tenant, dueMessage } = await duePost();
    beforeOutcome(() => requestDeletion(tenant));
    await publish(dueMessage);
    expect(entry()).toMatchObject({ state: 'published' });
    await deliverAgain(dueMessage);
    await runToEnd(tenant.workspace.id);
    await deliverAgain(dueMessage);
    expect([leftOf(tenant, objects), (await posts()).length]).toEqual([NOTHING, 1]);
  });

  it('without a response is looked for, and never sent again', async () => {
    const { tenant, dueMessage } = await duePost();
    await currentPlatforms().script('twitter', 'ok_then_drop');
    await publish(dueMessage);
    expect(entry()).toMatchObject({ state: 'unconfirmed' });
    await requestDeletion(tenant);
    await deliverAgain(dueMessage);
    expect(entry()).toMatchObject({ state: 'published' });
    await runToEnd(tenant.workspace.id);
    await deliverAgain(dueMessage);
    expect([leftOf(tenant, objects), (await posts()).length]).toEqual([NOTHING, 1]);
  });

  it('by a worker that was killed is not sent again', async () => {
    const { tenant, dueMessage } = await duePost();
    beforeOutcome(async () => {
      table.fault = () => new Error('The worker was killed.');
    });
    await publish(dueMessage).catch(() => {});
    table.fault = null;
    expect(entry()).toMatchObject({ state: 'sending' });
    await requestDeletion(tenant);
    await deliverAgain(dueMessage);
    await runToEnd(tenant.workspace.id);
    await deliverAgain(dueMessage);
    expect([leftOf(tenant, objects), (await posts()).length]).toEqual([NOTHING, 1]);
  });

  it('loses its outcome with the workspace when its worker ends after it, and brings nothing of it back', async () => {
    const { tenant, dueMessage } = await duePost();
    await requestDeletionBefore(tenant, dueMessage);
    await deliverAgain(dueMessage);
    expect([leftOf(tenant, objects), (await posts()).length]).toEqual([NOTHING, 1]);
  });

  /** Delete a workspace while the worker that has sent its post waits to save the outcome: for longer than any is alive. */
  async function requestDeletionBefore(tenant: Tenant, dueMessage: DueMessage): Promise<void> {
    beforeOutcome(async () => {
      await requestDeletion(tenant);
      await runToEnd(tenant.workspace.id);
    });
    await publish(dueMessage).catch(() => {});
  }
});

describe('a post that is due while the deletion runs', () => {
  it('is not sent at any command of the job', async () => {
    const { tenant, dueMessage } = await duePost();
    await requestDeletion(tenant);
    advanceTime(5 * MINUTE_MS);
    let isPublishing = false;
    table.latency = async () => {
      if (isPublishing) return;
      isPublishing = true;
      await publish(dueMessage);
      isPublishing = false;
    };
    await run();
    table.latency = null;
    await runToEnd(tenant.workspace.id);
    expect([leftOf(tenant, objects), await posts()]).toEqual([NOTHING, []]);
  });
});
