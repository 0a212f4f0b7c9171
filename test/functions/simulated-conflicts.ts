import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { vi } from 'vitest';
import { sdkError } from './worker-harness.ts';

/** Let transactions that meet at an item conflict, as DynamoDB does, and take 10 ms. `end` restores the table. */
export function simulateConflicts() {
  const send = DynamoDBDocumentClient.prototype.send as (this: unknown, command: unknown) => Promise<unknown>;
  const busy = new Set<string>();
  const counts = { transactions: 0, conflicts: 0 };
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: unknown,
  ) {
    if (!(command instanceof TransactWriteCommand)) return send.call(this, command);
    const keys = command.input.TransactItems!.map(({ Put, Update, Delete }) => {
      const { pk, sk } = (Put?.Item ?? Update?.Key ?? Delete?.Key)!;
      return `${pk}\n${sk}`;
    });
    if (keys.some((key) => busy.has(key))) {
      counts.conflicts += 1;
      const reasons = keys.map(() => ({ Code: 'TransactionConflict' }));
      throw Object.assign(sdkError('TransactionCanceledException'), { CancellationReasons: reasons });
    }
    counts.transactions += 1;
    for (const key of keys) busy.add(key);
    await new Promise((done) => setTimeout(done, 10));
    for (const key of keys) busy.delete(key);
    return send.call(this, command);
  } as never);
  return { counts, end: () => spy.mockRestore() };
}
