import { settleAll } from '../../core/retry/settle-all.ts';
import { commit } from '../../core/table/commit.ts';
import type { InboundEngagement } from '../../platforms/kit/publisher.ts';
import type { Platform } from '../../platforms/platform.ts';
import {
  classifyBatch,
  type EngagementInput,
  type IngestContext,
  isOrphan,
  type OrphanComment,
} from '../rules/engagement-ingestion.ts';
import { divideWebhook, type InboundWebhook, MAX_BATCH_SIZE } from '../rules/inbound-batch.ts';
import { toEngagementInput } from '../rules/inbound-webhook.ts';
import { loadBatches, newBatchWrite } from '../store/inbound-batches.ts';
import { orphanCommentWrite } from '../store/orphan-comments.ts';
import { type IngestResult, ingestAll, loadReferences } from './ingest-engagements.ts';

/** Ingest the engagements that a platform has reported, in batches. Returns the number of each outcome. */
export async function ingestFromPlatform(
  engagements: InboundEngagement[],
  { account_id, platform, workspace_id: workspaceId }: { account_id: string; platform: Platform; workspace_id: string },
  { nowMs, request }: Pick<IngestContext, 'nowMs' | 'request'>,
): Promise<Record<IngestResult['status'], number>> {
  const ingestContext = { workspaceId, nowMs, request, fromAccount: account_id };
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (let start = 0; start < engagements.length; start += MAX_BATCH_SIZE) {
    const batch = engagements.slice(start, start + MAX_BATCH_SIZE);
    const sent = batch.map((each) => toEngagementInput(each, platform, nowMs));
    for (const { status } of await ingestBatch(sent, ingestContext)) counts[status] += 1;
  }
  return counts;
}

/**
 * Ingest what fits into the request's time limit; store the rest as batches. Returns the number of each outcome, how many
 * are recorded after the request, and the writes of the batches. A batch that an earlier request with the same body has
 * stored is not written again.
 */
export async function ingestWebhook(engagements: InboundEngagement[], webhook: InboundWebhook, nowMs: number) {
  const sent = engagements.map((each) => toEngagementInput(each, webhook.platform, nowMs));
  const { first, batches } = divideWebhook(webhook, sent);
  const { workspace_id: workspaceId, account_id: fromAccount, request } = webhook;
  const counts = countResults(await ingestBatch(first, { workspaceId, nowMs, request, fromAccount }));
  const stored = batches.length > 0 ? await loadBatches(batches) : [];
  const pending = batches.filter((_, index) => stored[index]?.status !== 'recorded');
  const missing = batches.filter((_, index) => !stored[index]);
  return {
    ...counts,
    queued: pending.reduce((sum, { count }) => sum + count, 0),
    writes: missing.map(newBatchWrite),
  };
}

function countResults(results: IngestResult[]): Record<IngestResult['status'], number> {
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/**
 * Ingest one batch. A comment can arrive before its post is recorded as published. Such an orphan comment is stored
 * separately for a day, until its post is recorded.
 */
export async function ingestBatch(sent: EngagementInput[], ingestContext: IngestContext): Promise<IngestResult[]> {
  const decisions = await classifyWithReferences(sent, ingestContext);
  const orphans = sent.filter((_, index) => isOrphan(sent[index]!, decisions[index]!));
  if (orphans.length === 0) return ingestAll(decisions, ingestContext);
  const { workspaceId: workspace_id, nowMs } = ingestContext;
  await settleAll(
    orphans.map((each) => commit([orphanCommentWrite({ ...(each as OrphanComment), workspace_id }, nowMs)])),
  );
  // The post may have been recorded concurrently, after the check for it and before the orphan was stored.
  return ingestAll(await classifyWithReferences(sent, ingestContext), ingestContext);
}

async function classifyWithReferences(sent: EngagementInput[], ingestContext: IngestContext) {
  const elements = sent.map((each) => ({ sent: each }));
  return classifyBatch(elements, await loadReferences(ingestContext.workspaceId, sent), ingestContext);
}
