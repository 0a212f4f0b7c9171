import { scheduleEntryEntity } from '../../content/entities/schedule-entries.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadDueEntries } from '../../content/store/schedule-entries.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import { SWEEP_MESSAGE_LAG_MS, type SweepPeriods } from '../../core/retry/waits.ts';
import { readableRecords } from '../../core/stream/batches.ts';
import { type DuePosition, dueItemPages, SHARDS } from '../../core/table/due-index.ts';
import { isWaiting } from '../../publishing/rules/publish-transitions.ts';
import type { PublishMessage } from '../../publishing/steps/publish-entry.ts';
import { publishQueueUrl } from '../../publishing/steps/publish-queues.ts';
import { deliveryEntity } from '../../webhooks/entities/deliveries.ts';
import { toDeliveryRef } from '../../webhooks/store/deliveries.ts';
import type { DeliveryMessage } from '../../webhooks/workers/queue-deliveries.ts';

// The next run continues.
const MAX_RUN_MS = 50_000;

/**
 * Queue the entries and deliveries that are due soon, each for its time: those that wait longer than a message can, and
 * posts without a schedule. Others get a second message, which finds them started.
 */
export async function queueDueSoon(
  { aheadFrom: from, aheadUntil: to }: Omit<SweepPeriods, 'missedBefore'>,
  nowMs: number,
): Promise<void> {
  const hasTime = () => Date.now() - nowMs < MAX_RUN_MS;
  await settleAll(
    SHARDS.flatMap((shard) => [
      forEachPage(dueItemPages(scheduleEntryEntity, shard, { from, to }), hasTime, async (page) => {
        const entries = readableRecords('ScheduleEntry', await loadDueEntries(page));
        await queueEntries(entries.filter(isWaiting), to, SWEEP_MESSAGE_LAG_MS);
      }),
      forEachPage(dueItemPages(deliveryEntity, shard, { from, to }), hasTime, queueDeliveries),
    ]),
  );
}

/** Call `handle` with each page until there is no time left. */
async function forEachPage<T>(pages: AsyncIterable<T>, hasTime: () => boolean, handle: (page: T) => Promise<void>) {
  for await (const page of pages) {
    await handle(page);
    if (!hasTime()) return;
  }
}

/** Queue the entries that are due before `until` (ISO 8601), each `lagMs` after its due time. The others have changed. */
export async function queueEntries(entries: ScheduleEntry[], until: string, lagMs = 0): Promise<void> {
  const due = entries.filter(({ due_at }) => due_at !== null && due_at <= until);
  const byPlatform = Map.groupBy(due, ({ platform }) => platform);
  await settleAll(
    [...byPlatform].map(([platform, group]) => {
      const dueMs = new Map(group.map(({ id, due_at }) => [id, Date.parse(due_at!) + lagMs]));
      const messages = group.map(({ workspace_id, id }): PublishMessage => ({ workspace_id, schedule_id: id }));
      const arrivalMs = ({ schedule_id }: PublishMessage) => dueMs.get(schedule_id)!;
      return sendBatch(publishQueueUrl(platform), messages, { arrivalMs });
    }),
  );
}

async function queueDeliveries(page: DuePosition[]): Promise<void> {
  const messages = page.map(({ pk, sk }) => toNextAttemptMessage(toDeliveryRef(pk, sk)));
  const dueMs = new Map(page.map(({ sk, due_sk }) => [sk, Date.parse(due_sk) + SWEEP_MESSAGE_LAG_MS]));
  const arrivalMs = ({ delivery_id }: DeliveryMessage) => dueMs.get(delivery_id)!;
  await sendBatch(queueUrl('DELIVERY'), messages, { arrivalMs });
}

/** Return the message for the next attempt of a delivery, whose number the index does not have. */
export function toNextAttemptMessage(ref: ReturnType<typeof toDeliveryRef>): DeliveryMessage {
  return { workspace_id: ref.workspaceId, endpoint_id: ref.endpointId, delivery_id: ref.id };
}
