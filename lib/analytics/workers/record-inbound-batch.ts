import { log } from '../../core/observability/log.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { engagementsOf, type InboundBatch, recordBatch } from '../rules/inbound-batch.ts';
import { ingestBatch } from '../steps/ingest-platform-engagements.ts';
import { batchWrite, loadBatch } from '../store/inbound-batches.ts';

/**
 * Record the engagements of a batch, and that it is recorded: a redelivery of the change, or a repetition of the webhook,
 * continues with the batches that are not. After a crash in between, the external ids of its engagements tell that they
 * are stored.
 */
export async function onInboundBatchChanged(
  _before: InboundBatch | null,
  after: InboundBatch | null,
  nowMs: number,
): Promise<void> {
  if (after?.status !== 'pending') return;
  const batch = await loadBatch(after);
  if (batch?.status !== 'pending') return;
  const { workspace_id: workspaceId, account_id, request, number, count } = batch;
  const context = { workspaceId, nowMs, request, fromAccount: account_id };
  await ingestBatch(engagementsOf(batch), context);
  await tryCommit([batchWrite(batch, recordBatch(batch))]);
  log.info('batch of a webhook recorded', { workspace_id: workspaceId, account_id, number, engagements: count });
}
