import { log } from '../../core/observability/log.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { releaseLease, takeLease } from '../../core/rate-limit/in-flight-leases.ts';

import { deferralSeconds, MAX_INSPECTION_DEFERRALS } from '../../core/retry/back-off.ts';
import { leaseEndMs } from '../../core/retry/lease.ts';
import { inFlightRequestEntity } from '../../identity/entities/requests.ts';
import type { MediaMessage } from './media-message.ts';
import { processMedia } from './process-media.ts';

/** Files of a workspace that are inspected at the same time: fewer than half of the slots of the function. */
export const MAX_INSPECTIONS_PER_WORKSPACE = 4;

/**
 * Inspect a file, unless its workspace has as many inspections in progress as it may have: its files, and the hosts that
 * they are fetched from, must leave slots to others. Then the message is sent again with a delay. Throws for one that was
 * deferred often, so that SQS delivers it again later.
 * @param receiveCount how often SQS has delivered the message, from 1.
 */
export async function inspectInTurn(message: MediaMessage, receiveCount: number): Promise<void> {
  const { workspace_id, media_id, attempts = 0, deferrals = 0 } = message;
  const nowMs = Date.now();
  const scope = { workspace_id, operation: 'media' };
  const lease = { entity: inFlightRequestEntity, scope, slots: MAX_INSPECTIONS_PER_WORKSPACE } as const;
  const release = await takeLease({ ...lease, expiresAtMs: leaseEndMs('inspection', nowMs) }, nowMs);
  if (release) {
    try {
      return await processMedia({ workspace_id, media_id }, attempts + receiveCount);
    } finally {
      await releaseLease(release, { workspace_id, media_id });
    }
  }
  if (deferrals >= MAX_INSPECTION_DEFERRALS) throw new Error('Other files of the workspace are being inspected.');
  const later = { workspace_id, media_id, attempts: attempts + receiveCount - 1, deferrals: deferrals + 1 };
  await sendBatch(queueUrl('MEDIA'), [later], {
    arrivalMs: () => nowMs + 1000 * deferralSeconds(deferrals, Math.random()),
  });
  log.info('inspection deferred', { workspace_id, media_id, deferrals });
}
