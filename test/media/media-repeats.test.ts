import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onMediaQueued } from '../../functions/on-media-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { type MediaAsset, startInspection } from '../../lib/media/rules/media-asset.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant } from '../functions/tenants.ts';
import { addUpload } from '../functions/uploaded-media.ts';
import { MEDIA_QUEUE, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { png } from './images.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const SECOND_MS = 1_000;

/** When SQS delivers the message again, after the last request of the worker; null before the first. */
let visibleMs: number | null;

beforeEach(() => {
  visibleMs = null;
  harness.sqs.on(ChangeMessageVisibilityCommand).callsFake(({ QueueUrl, ReceiptHandle, VisibilityTimeout }) => {
    expect([QueueUrl, ReceiptHandle]).toEqual([MEDIA_QUEUE, 'r0']);
    visibleMs = Date.now() + Number(VisibilityTimeout) * SECOND_MS;
    return {};
  });
});

const hiddenSeconds = () => (visibleMs === null ? null : (visibleMs - Date.now()) / SECOND_MS);
const stored = () => storedRecords<MediaAsset>(harness, 'MediaAsset')[0]!;
const failures = () =>
  storedRecords<{ type: string; data: string }>(harness, 'Event')
    .filter(({ type }) => type === 'media.failed')
    .map(({ data }) => (JSON.parse(data) as { error: Json }).error.code);

/** Deliver the message of a file for the `attempt`-th time. Returns whether the worker reports it as failed. */
async function deliver({ workspace_id, id }: { workspace_id: string; id: string }, attempt = 1): Promise<boolean> {
  const body = JSON.stringify({ workspace_id, media_id: id });
  const attributes = { ApproximateReceiveCount: String(attempt) };
  const event = { Records: [{ messageId: 'm0', receiptHandle: 'r0', body, attributes }] } as unknown as SQSEvent;
  return (await onMediaQueued(event))!.batchItemFailures.length > 0;
}

const added = async () => addUpload(await newTenant(), bucket, await png());

describe('an inspection that is killed', () => {
  it('is repeated within 30 seconds, and not while it runs', async () => {
    const asset = await added();
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
    harness.table.latency = () => new Promise(() => {});
    void deliver(asset);
    await vi.waitUntil(() => visibleMs !== null);
    for (let second = 0; second < 115; second++) {
      expect(hiddenSeconds()).toBeGreaterThan(0);
      expect(hiddenSeconds()).toBeLessThanOrEqual(30);
      await vi.advanceTimersByTimeAsync(SECOND_MS);
    }
    vi.clearAllTimers();
  });
});

describe('an inspection that fails', () => {
  it.each([
    [1, 30],
    [2, 120],
    [3, 480],
    [4, 1_800],
    [9, 1_800],
  ])('for the %d. time is repeated after %d seconds', async (attempt, seconds) => {
    const asset = await added();
    bucket.fail('GET', 'uploads/');
    expect(await deliver(asset, attempt)).toBe(true);
    expect(hiddenSeconds()).toBe(seconds);
  });

  it('with errors of S3 until its message is a dead letter is rejected, and reported once', async () => {
    const asset = await added();
    bucket.fail('GET', 'uploads/');
    for (let attempt = 1; attempt <= 9; attempt++) await deliver(asset, attempt);
    expect(stored().status).toBe('uploading');
    expect(await deliver(asset, 10)).toBe(true);
    expect(stored()).toMatchObject({ status: 'rejected', error: { code: 'not_processable' } });
    await processAllChanges(harness);
    expect(failures()).toEqual(['not_processable']);
  });

  it('and was ready before is not rejected', async () => {
    const asset = await added();
    bucket.fail('DELETE', 'uploads/');
    expect(await deliver(asset, 10)).toBe(true);
    expect(stored().status).toBe('ready');
  });

  it('and cannot be recorded as rejected leaves its message to the dead-letter queue', async () => {
    const asset = await added();
    harness.table.fault = () => new Error('The table is not available.');
    expect(await deliver(asset, 10)).toBe(true);
    harness.table.fault = null;
    expect(stored().status).toBe('uploading');
  });
});

describe('the sweep', () => {
  it('rejects a file whose inspection has not ended a day after the request, and reports it', async () => {
    await added();
    await commit(mediaAssetWrites(stored(), startInspection(stored(), 1, Date.now())));
    advanceTime(DAY_MS + SECOND_MS);
    await onSweepDue();
    expect(stored()).toMatchObject({ status: 'rejected', error: { code: 'not_processable' } });
    await processAllChanges(harness);
    expect(failures()).toEqual(['not_processable']);
    advanceTime(30 * DAY_MS + SECOND_MS);
    await onSweepDue();
    expect(stored()).toBeUndefined();
  });
});
