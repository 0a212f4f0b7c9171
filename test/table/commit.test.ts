import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { table } from '../../lib/table/client.ts';
import { commit, type Write } from '../../lib/table/commit.ts';
import { ConflictError } from '../../lib/table/conflict.ts';

const dynamodb = mockClient(table);

// The client belongs to all test files of this thread.
afterAll(() => dynamodb.restore());

/** Two writes of one transaction. */
const CHANGE: Write[] = ['one', 'two'].map((sk) => ({
  put: { pk: 'P', sk, entity: 'Content' },
  condition: 'absent',
}));

beforeEach(() => {
  dynamodb.reset();
  vi.stubEnv('TABLE_NAME', 'table');
  // The delay between attempts is a random share of its maximum: none.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function cancelled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    $metadata: {},
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}

describe('a change that conflicts with another transaction in flight', () => {
  it('succeeds, after as many as twenty conflicts in a row', async () => {
    let conflicts = 20;
    dynamodb.on(TransactWriteCommand).callsFake(() => {
      if (conflicts-- > 0) throw cancelled('None', 'TransactionConflict');
      return {};
    });
    await commit(CHANGE);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(21);
  });

  it('is abandoned with an error in the end', async () => {
    dynamodb.on(TransactWriteCommand).callsFake(() => {
      throw cancelled('None', 'TransactionConflict');
    });
    await expect(commit(CHANGE)).rejects.toThrow(TransactionCanceledException);
  });

  it('has lost its race when a condition failed as well, and is not retried', async () => {
    dynamodb.on(TransactWriteCommand).callsFake(() => {
      throw cancelled('TransactionConflict', 'ConditionalCheckFailed');
    });
    await expect(commit(CHANGE)).rejects.toThrow(ConflictError);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});
