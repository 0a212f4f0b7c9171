import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { withInvocationDeadline } from '../../../lib/core/retry/invocation-deadline.ts';
import { table } from '../../../lib/core/table/client.ts';
import { commit, RETRIES_OF_SENT_POST, type Write } from '../../../lib/core/table/commit.ts';

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

const named = (name: string) => Object.assign(new Error(name), { name });

function cancelled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    $metadata: {},
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}

const requests = () => dynamodb.commandCalls(TransactWriteCommand);
const tokens = () => requests().map(({ args }) => args[0].input.ClientRequestToken);

/** Answer each transaction with the next error, and then with success. */
function answerWith(...errors: Error[]): void {
  dynamodb.on(TransactWriteCommand).callsFake(() => {
    const error = errors.shift();
    if (error) throw error;
    return {};
  });
}

describe('a transaction that was cancelled', () => {
  it.each([
    [['None', 'TransactionConflict']],
    [['ThrottlingError', 'None']],
    [['None', 'ProvisionedThroughputExceeded']],
    [['ThrottlingError', 'TransactionConflict']],
    [['ProvisionedThroughputExceeded', 'ThrottlingError']],
  ])('for %j alone is sent again until it succeeds', async (codes) => {
    answerWith(...Array.from({ length: 20 }, () => cancelled(...codes)));
    await commit(CHANGE);
    expect(requests()).toHaveLength(21);
  });

  it.each(['ValidationError', 'ItemCollectionSizeLimitExceeded', 'AccessDenied'])(
    'for %s beside a throttle is not sent again',
    async (code) => {
      answerWith(cancelled('ThrottlingError', code));
      await expect(commit(CHANGE)).rejects.toThrow(TransactionCanceledException);
      expect(requests()).toHaveLength(1);
    },
  );

  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'for a failed condition beside %s has lost its race, and is not sent again',
    async (code) => {
      answerWith(cancelled(code, 'ConditionalCheckFailed'));
      await expect(commit(CHANGE)).rejects.toThrow(ConflictError);
      expect(requests()).toHaveLength(1);
    },
  );

  it('is abandoned with the last error in the end', async () => {
    dynamodb.on(TransactWriteCommand).callsFake(() => {
      throw cancelled('None', 'ThrottlingError');
    });
    await expect(commit(CHANGE)).rejects.toThrow(TransactionCanceledException);
  });

  it('is not sent again after the invocation has ended', async () => {
    answerWith(cancelled('None', 'ThrottlingError'));
    const handler = withInvocationDeadline((_event: unknown, _context: object) => commit(CHANGE));
    const context = { getRemainingTimeInMillis: () => 1_000 };
    await expect(handler({}, context)).rejects.toThrow(TransactionCanceledException);
    expect(requests()).toHaveLength(1);
  });

  it('is another transaction when it is sent again, because DynamoDB has answered this one', async () => {
    answerWith(cancelled('None', 'ThrottlingError'));
    await commit(CHANGE);
    expect(new Set(tokens()).size).toBe(2);
  });
});

describe('a transaction whose outcome is unknown', () => {
  it.each([
    named('TransactionInProgressException'),
    Object.assign(named('InternalServerError'), { $metadata: { httpStatusCode: 500 } }),
    Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
    named('TimeoutError'),
  ])('after %s is the same transaction when it is sent again', async (error) => {
    answerWith(error);
    await commit(CHANGE, RETRIES_OF_SENT_POST);
    expect(requests()).toHaveLength(2);
    expect(new Set(tokens()).size).toBe(1);
    expect(tokens()[0]).toEqual(expect.any(String));
  });
});

describe('a single write', () => {
  it('that met a transaction is sent again', async () => {
    const errors = [named('TransactionConflictException')];
    dynamodb.on(PutCommand).callsFake(() => {
      const error = errors.shift();
      if (error) throw error;
      return {};
    });
    await commit(CHANGE.slice(0, 1));
    expect(dynamodb.commandCalls(PutCommand)).toHaveLength(2);
  });

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'InternalServerError'])(
    'of a sent post is sent again when the attempts of the SDK are exhausted by %s',
    async (name) => {
      const errors = [named(name), named(name)];
      dynamodb.on(PutCommand).callsFake(() => {
        const error = errors.shift();
        if (error) throw error;
        return {};
      });
      await commit(CHANGE.slice(0, 1), RETRIES_OF_SENT_POST);
      expect(dynamodb.commandCalls(PutCommand)).toHaveLength(3);
    },
  );
});
