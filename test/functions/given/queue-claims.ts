import { expect } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { fromItem } from '../../../lib/core/table/schema.ts';
import type { Queue } from '../../../lib/queues/rules/queue.ts';
import { slotTimes } from '../../../lib/queues/rules/slot-times.ts';
import { callApi, type Json } from '../api-harness.ts';
import type { InMemoryDynamodb } from '../in-memory-dynamodb.ts';
import type { Tenant } from '../tenants.ts';

// Requests that claim slots of a queue at the same time, and are killed before or after they commit.

/** Read the records of an entity. */
export function recordsOf<T>(table: InMemoryDynamodb, entity: string): T[] {
  return table
    .items()
    .filter((item) => item.entity === entity)
    .map((item) => fromItem<T>(item));
}

/** Kill every seventh transaction before it is committed, and every fifth after. Returns how to stop. */
export function killRequests(table: InMemoryDynamodb): () => void {
  let [sent, written] = [0, 0];
  const isTransaction = (command: string) => command === 'TransactWriteCommand';
  table.fault = (command) => (isTransaction(command) && ++sent % 7 === 0 ? new Error('Killed before.') : null);
  table.failAfterWrite = (command) => (isTransaction(command) && ++written % 5 === 0 ? new Error('Killed.') : null);
  return () => {
    table.fault = null;
    table.failAfterWrite = null;
  };
}

/** Send a claim with one key until it is answered, and return its slot. */
export async function claim({ token }: Tenant, key: string, position = 'last'): Promise<string> {
  const body = { title: key, platforms: ['twitter'], queue: 'default', position };
  for (;;) {
    const answer = await callApi('content.create', { token, body, headers: { 'idempotency-key': key } });
    if (answer.status === 201) return String((answer.json.queue as Json).slot_at);
    expect([500, 503]).toContain(answer.status);
  }
}

/** Expect that every slot of every queue after `fromMs` has one item, with its entry, and that no slot before the last one is free. */
export function expectExact(table: InMemoryDynamodb, perQueue: number, fromMs: number): void {
  const queues = recordsOf<Queue>(table, 'Queue');
  const contents = new Map(recordsOf<Content>(table, 'Content').map((content) => [content.id, content]));
  const entries = new Map(recordsOf<ScheduleEntry>(table, 'ScheduleEntry').map((entry) => [entry.content_id, entry]));
  for (const queue of queues) {
    const times = slotTimes(queue, fromMs);
    expect(queue.posts.map(({ slot_at }) => slot_at)).toEqual(queue.posts.map(() => times.next().value));
    expect(queue.posts).toHaveLength(perQueue);
    for (const { content_id, slot_at } of queue.posts) {
      expect(contents.get(content_id)?.queue).toEqual({ id: queue.id, slot_at, held: false });
      expect(entries.get(content_id)).toMatchObject({ scheduled_at: slot_at, due_at: slot_at, state: 'pending' });
    }
  }
  expect(contents.size).toBe(perQueue * queues.length);
}
