import { BatchExecuteStatementCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTransient } from '../../../lib/core/retry/transient-errors.ts';
import { table } from '../../../lib/core/table/client.ts';
import { insert } from '../../../lib/core/table/insert.ts';

const dynamodb = mockClient(table);

// The client belongs to all test files of this thread.
afterAll(() => dynamodb.restore());

beforeEach(() => {
  dynamodb.reset();
  vi.stubEnv('TABLE_NAME', 'table');
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const item = (sk: string) => ({ pk: 'P', sk, entity: 'Event', absent: undefined });
const requests = () => dynamodb.commandCalls(BatchExecuteStatementCommand).map(({ args }) => args[0].input);

/** Answer each statement with the next code for its sort key, and then with success. */
function answerWith(codes: Record<string, string[]>): void {
  dynamodb.on(BatchExecuteStatementCommand).callsFake(({ Statements }: { Statements: { Parameters: string[] }[] }) => ({
    Responses: Statements.map(({ Parameters }) => {
      const Code = codes[Parameters[1]!]?.shift();
      return Code ? { Error: { Code, Message: '' } } : { TableName: 'table' };
    }),
  }));
}

describe('items that are inserted together', () => {
  it('share a request of one statement each, without absent attributes', async () => {
    answerWith({});
    expect(await Promise.all([item('one'), item('two')].map(insert))).toEqual([true, true]);
    const Statement = `INSERT INTO "table" VALUE {'pk': ?, 'sk': ?, 'entity': ?}`;
    expect(requests()).toEqual([
      {
        Statements: [
          { Statement, Parameters: ['P', 'one', 'Event'] },
          { Statement, Parameters: ['P', 'two', 'Event'] },
        ],
      },
    ]);
  });

  it('are false for each that exists', async () => {
    answerWith({ one: ['DuplicateItem'] });
    expect(await Promise.all([item('one'), item('two')].map(insert))).toEqual([false, true]);
  });

  it('are sent again without the others when they were throttled', async () => {
    answerWith({ two: ['ThrottlingError', 'ProvisionedThroughputExceeded'] });
    expect(await Promise.all([item('one'), item('two')].map(insert))).toEqual([true, true]);
    expect(requests().map(({ Statements }) => Statements?.length)).toEqual([2, 1, 1]);
  });

  it('do not wait for others that are throttled', async () => {
    const throttled = Promise.withResolvers<object>();
    dynamodb
      .on(BatchExecuteStatementCommand)
      .resolvesOnce({ Responses: [{ TableName: 'table' }, { Error: { Code: 'ThrottlingError' } }] })
      .callsFake(() => throttled.promise);
    const [one, two] = [item('one'), item('two')].map(insert);
    expect(await one).toBe(true);
    throttled.resolve({ Responses: [{ TableName: 'table' }] });
    expect(await two).toBe(true);
  });

  it('succeed when a later request, for others that were throttled, fails', async () => {
    dynamodb
      .on(BatchExecuteStatementCommand)
      .resolvesOnce({ Responses: [{ TableName: 'table' }, { Error: { Code: 'ThrottlingError' } }] })
      .callsFake(() => Promise.reject(Object.assign(new Error('The connection was lost.'), { code: 'ECONNRESET' })));
    const [good, bad] = await Promise.allSettled([item('one'), item('two')].map(insert));
    expect(good).toEqual({ status: 'fulfilled', value: true });
    expect(bad!.status === 'rejected' && isTransient(bad!.reason)).toBe(true);
  });

  it('are sent again when the response has no result for them', async () => {
    dynamodb
      .on(BatchExecuteStatementCommand)
      .resolvesOnce({ Responses: [{ TableName: 'table' }] })
      .resolves({ Responses: [{ Error: { Code: 'DuplicateItem' } }] });
    expect(await Promise.all([item('one'), item('two')].map(insert))).toEqual([true, false]);
  });

  it.each([
    ['InternalServerError', true],
    ['ProvisionedThroughputExceeded', true],
    ['RequestLimitExceeded', true],
    ['ThrottlingError', true],
    ['TransactionConflict', true],
    ['AccessDenied', false],
    ['ConditionalCheckFailed', false],
    ['ItemCollectionSizeLimitExceeded', false],
    ['ResourceNotFound', false],
    ['ValidationError', false],
  ])('are retried for the codes of the API reference: %s %s', async (code, isRetried) => {
    answerWith({ one: [code] });
    const [result] = await Promise.allSettled([insert(item('one'))]);
    expect(result!.status).toBe(isRetried ? 'fulfilled' : 'rejected');
  });

  it('fail alone with an error that no retry resolves', async () => {
    answerWith({ one: ['ValidationError'] });
    const [bad, good] = await Promise.allSettled([item('one'), item('two')].map(insert));
    expect(good).toEqual({ status: 'fulfilled', value: true });
    expect(bad!.status).toBe('rejected');
    expect(requests()).toHaveLength(1);
  });

  it('fail with a transient error when they stay throttled', async () => {
    answerWith({ one: Array(100).fill('ThrottlingError') });
    const [bad, good] = await Promise.allSettled([item('one'), item('two')].map(insert));
    expect(good).toEqual({ status: 'fulfilled', value: true });
    expect(bad!.status === 'rejected' && isTransient(bad!.reason)).toBe(true);
  });
});
