import type { InboundAccount, Told } from '../domain/inbound.ts';
import { sentByPlatform } from '../domain/inbound.ts';
import {
  type EarlyComment,
  isEarly,
  type Receipt,
  type SentEngagement,
  sortOut,
} from '../domain/ingestion.ts';
import { commit } from '../table/commit.ts';
import { earlyCommentWrite } from '../table/early-comment.ts';
import { allEnded, type Kept, keepAll, loadKnown } from './keep-engagements.ts';

const AT_ONCE = 100;

/** Keeps what a platform told of, a hundred at a time, and answers how much of it became what. */
export async function keepTold(
  told: Told[],
  { platform, workspace_id: workspaceId }: InboundAccount,
  { nowMs, request }: Pick<Receipt, 'nowMs' | 'request'>,
): Promise<Record<Kept['status'], number>> {
  const receipt = { workspaceId, nowMs, request, isOfPlatform: true as const };
  const counts = { accepted: 0, duplicate: 0, rejected: 0 };
  for (let start = 0; start < told.length; start += AT_ONCE) {
    const sent = told.slice(start, start + AT_ONCE).map((each) => sentByPlatform(each, platform, nowMs));
    for (const { status } of await keepSent(sent, receipt)) counts[status] += 1;
  }
  return counts;
}

/** A comment may come before its post is known as ours. It waits for that for a day, in a place of its own. */
async function keepSent(sent: SentEngagement[], receipt: Receipt): Promise<Kept[]> {
  const sorted = await sortKnown(sent, receipt);
  const early = sent.filter((_, index) => isEarly(sent[index]!, sorted[index]!));
  if (early.length === 0) return keepAll(sorted, receipt);
  const { workspaceId: workspace_id, nowMs } = receipt;
  await allEnded(
    early.map((each) => commit([earlyCommentWrite({ ...(each as EarlyComment), workspace_id }, nowMs)])),
  );
  // Whoever made the post known meanwhile may have looked for comments just before.
  return keepAll(await sortKnown(sent, receipt), receipt);
}

async function sortKnown(sent: SentEngagement[], receipt: Receipt) {
  const elements = sent.map((each) => ({ sent: each }));
  return sortOut(elements, await loadKnown(receipt.workspaceId, sent), receipt);
}
