import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler as onMediaQueued } from '../../functions/on-media-queued.ts';
import { takeLease } from '../../lib/core/rate-limit/in-flight-leases.ts';
import { MAX_INSPECTION_DEFERRALS } from '../../lib/core/retry/back-off.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { inFlightRequestEntity } from '../../lib/identity/entities/requests.ts';
import { inspectionJob } from '../../lib/media/jobs.ts';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { MAX_INSPECTIONS_PER_WORKSPACE } from '../../lib/media/workers/inspect-in-turn.ts';
import { type Json, storedItems } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { addUpload } from '../functions/uploaded-media.ts';
import { MEDIA_QUEUE, type SentMessage, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { png } from './images.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

/** Let a workspace have as many inspections in progress as it may have. */
async function occupy({ workspace }: Tenant): Promise<(() => Promise<void>)[]> {
  const scope = { workspace_id: workspace.id, operation: 'media' };
  const leases: (() => Promise<void>)[] = [];
  for (let n = 0; n < MAX_INSPECTIONS_PER_WORKSPACE; n++) {
    const expiresAtMs = Date.now() + 60_000;
    leases.push((await takeLease({ entity: inFlightRequestEntity, scope, slots: 4, expiresAtMs }, Date.now()))!);
  }
  return leases;
}

/** Deliver a message. Returns whether it is delivered again, and the messages that the worker queues. */
async function deliver(message: Json, attempt = 1): Promise<{ isFailed: boolean; sent: SentMessage[] }> {
  const attributes = { ApproximateReceiveCount: String(attempt) };
  const record = { messageId: 'm0', receiptHandle: 'r0', body: JSON.stringify(message), attributes };
  harness.sent();
  const { batchItemFailures } = (await onMediaQueued({ Records: [record] } as unknown as SQSEvent))!;
  return {
    isFailed: batchItemFailures.length > 0,
    sent: harness.sent().filter(({ queue }) => queue === MEDIA_QUEUE),
  };
}

const statusOf = (id: string) =>
  storedRecords<MediaAsset>(harness, 'MediaAsset').find((asset) => asset.id === id)!.status;

describe('a file of a workspace with four inspections in progress', () => {
  it('is sent again with a delay, keeps its attempts, and is inspected once one of them has ended', async () => {
    const tenant = await newTenant();
    const { id, workspace_id } = await addUpload(tenant, bucket, await png());
    const [release] = await occupy(tenant);
    const { isFailed, sent } = await deliver({ workspace_id, media_id: id }, 3);
    expect([isFailed, statusOf(id)]).toEqual([false, 'uploading']);
    expect(sent).toMatchObject([
      { message: { workspace_id, media_id: id, attempts: 2, deferrals: 1 }, messageGroupId: workspace_id },
    ]);
    expect(sent[0]!.delaySeconds).toBeGreaterThanOrEqual(2);
    await release!();
    expect((await deliver(sent[0]!.message)).isFailed).toBe(false);
    expect(statusOf(id)).toBe('ready');
    expect(storedItems(harness.table).filter(({ entity }) => entity === 'InFlightRequest')).toHaveLength(3);
  });

  it('does not delay one of another workspace', async () => {
    const [busy, other] = [await newTenant(), await newTenant()];
    await occupy(busy);
    const { id, workspace_id } = await addUpload(other, bucket, await png());
    await deliver({ workspace_id, media_id: id });
    expect(statusOf(id)).toBe('ready');
  });

  it('stays in the queue after ten deferrals, because Lambda stops a longer chain', async () => {
    const tenant = await newTenant();
    const { id, workspace_id } = await addUpload(tenant, bucket, await png());
    await occupy(tenant);
    const { isFailed, sent } = await deliver({
      workspace_id,
      media_id: id,
      deferrals: MAX_INSPECTION_DEFERRALS,
    });
    expect([isFailed, sent]).toEqual([true, []]);
  });
});

describe('the lease of an inspection', () => {
  it('is longer than the function can run', () => {
    expect(inspectionJob.timeoutSeconds).toBeLessThan(LEASE_SECONDS.inspection);
  });
});
