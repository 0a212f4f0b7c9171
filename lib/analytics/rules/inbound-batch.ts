import type { Platform } from '../../platforms/platform.ts';
import type { EngagementInput } from './engagement-ingestion.ts';

/** How many engagements are recorded together: in the request of a webhook, and in each batch after it. */
export const MAX_BATCH_SIZE = 100;

/**
 * A part of a platform webhook that is recorded after its request. It stays as `recorded`, without its engagements, so
 * that a repetition of the webhook finds it. `webhook_hash` identifies the account and the body, `request` the request.
 */
export interface InboundBatch {
  workspace_id: string;
  account_id: string;
  platform: Platform;
  webhook_hash: string;
  number: number;
  request: string;
  received_at: string;
  status: 'pending' | 'recorded';
  /** JSON, because a list of maps takes twice the bytes in the table. */
  engagements: string;
  count: number;
  version: number;
}

/** What the batches of a webhook have in common. */
export type InboundWebhook = Pick<
  InboundBatch,
  'workspace_id' | 'account_id' | 'platform' | 'webhook_hash' | 'request' | 'received_at'
>;

/** Divide the engagements of a webhook: those that its request records, and the batches after it. */
export function divideWebhook(
  webhook: InboundWebhook,
  engagements: EngagementInput[],
): { first: EngagementInput[]; batches: InboundBatch[] } {
  const first = engagements.slice(0, MAX_BATCH_SIZE);
  const batches: InboundBatch[] = [];
  for (let start = MAX_BATCH_SIZE; start < engagements.length; start += MAX_BATCH_SIZE) {
    const part = engagements.slice(start, start + MAX_BATCH_SIZE);
    const content = { engagements: JSON.stringify(part), count: part.length };
    batches.push({ ...webhook, number: batches.length + 1, status: 'pending', ...content, version: 0 });
  }
  return { first, batches };
}

/** Return the engagements of a batch that is not recorded. */
export function engagementsOf({ engagements }: InboundBatch): EngagementInput[] {
  return JSON.parse(engagements);
}

/** Mark a batch as recorded, and remove its names and texts of commenters. */
export function recordBatch(batch: InboundBatch): InboundBatch {
  return { ...batch, status: 'recorded', engagements: '[]' };
}
