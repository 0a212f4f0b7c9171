import {
  classifyBatch,
  type EngagementInput,
  type IngestContext,
  isOrphan,
  type OrphanComment,
} from '../domain/analytics/engagement-ingestion.ts';
import type { InboundAccount, InboundEngagement } from '../domain/analytics/inbound-webhook.ts';
import { toEngagementInput } from '../domain/analytics/inbound-webhook.ts';
import { commit } from '../table/commit.ts';
import { orphanCommentWrite } from '../table/orphan-comments.ts';
import { type IngestResult, ingestAll, loadReferences, settleAll } from './ingest-engagements.ts';

const AT_ONCE = 100;

/** Keeps what a platform told of, a hundred at a time, and answers how much of it became what. */
export async function ingestFromPlatform(
  told: InboundEngagement[],
  { platform, workspace_id: workspaceId }: InboundAccount,
  { nowMs, request }: Pick<IngestContext, 'nowMs' | 'request'>,
): Promise<Record<IngestResult['status'], number>> {
  const receipt = { workspaceId, nowMs, request, isFromPlatform: true as const };
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (let start = 0; start < told.length; start += AT_ONCE) {
    const sent = told.slice(start, start + AT_ONCE).map((each) => toEngagementInput(each, platform, nowMs));
    for (const { status } of await ingestBatch(sent, receipt)) counts[status] += 1;
  }
  return counts;
}

/** A comment may come before its post is known as ours. It waits for that for a day, in a place of its own. */
async function ingestBatch(sent: EngagementInput[], receipt: IngestContext): Promise<IngestResult[]> {
  const sorted = await classifyWithReferences(sent, receipt);
  const early = sent.filter((_, index) => isOrphan(sent[index]!, sorted[index]!));
  if (early.length === 0) return ingestAll(sorted, receipt);
  const { workspaceId: workspace_id, nowMs } = receipt;
  await settleAll(
    early.map((each) => commit([orphanCommentWrite({ ...(each as OrphanComment), workspace_id }, nowMs)])),
  );
  // Whoever made the post known meanwhile may have looked for comments just before.
  return ingestAll(await classifyWithReferences(sent, receipt), receipt);
}

async function classifyWithReferences(sent: EngagementInput[], receipt: IngestContext) {
  const elements = sent.map((each) => ({ sent: each }));
  return classifyBatch(elements, await loadReferences(receipt.workspaceId, sent), receipt);
}
