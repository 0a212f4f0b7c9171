import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { inboundBatchEntity } from '../entities/engagements.ts';
import type { InboundBatch } from '../rules/inbound-batch.ts';

// Meta repeats a webhook for up to 36 hours.
const RETENTION_DAYS = 2;

type BatchName = Pick<InboundBatch, 'workspace_id' | 'webhook_hash' | 'number'>;

function batchKey({ workspace_id, webhook_hash, number }: BatchName) {
  return keyOf(inboundBatchEntity, { workspace_id, webhook_hash, number });
}

function expiryOf({ received_at }: InboundBatch): number {
  return Date.parse(received_at) + RETENTION_DAYS * DAY_MS;
}

/** Build the write of a new batch. One that the same webhook writes at the same time is the same. */
export function newBatchWrite(batch: InboundBatch): Write {
  return { put: toItem(inboundBatchEntity, batch, {}, expiryOf(batch)), condition: 'any' };
}

/** Build the write of a batch after the version that was read. */
export function batchWrite(before: InboundBatch, after: InboundBatch): Write {
  return versioned(inboundBatchEntity, before, after, {}, expiryOf(after));
}

/** Load a batch as it is now, or null. */
export function loadBatch(batch: BatchName): Promise<InboundBatch | null> {
  return load<InboundBatch>(batchKey(batch));
}

/** Load batches in the same order; null for one that is not stored. */
export function loadBatches(batches: BatchName[]): Promise<(InboundBatch | null)[]> {
  return loadAll<InboundBatch>(batches.map(batchKey));
}
