import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../lib/table/conflict.ts';
import { UnsupportedSchemaError } from '../../lib/table/schema.ts';
import { isTransient } from '../../lib/workers/stream/transient-errors.ts';
import { sdkError } from './worker-harness.ts';

const cancelled = (...codes: string[]) =>
  Object.assign(sdkError('TransactionCanceledException'), { CancellationReasons: codes.map((Code) => ({ Code })) });
const withStatus = (name: string, httpStatusCode: number) =>
  Object.assign(sdkError(name), { $metadata: { httpStatusCode } });
const withCode = (code: string) => Object.assign(new Error('connect'), { code });

describe('an error is transient', () => {
  it.each([
    ['a lost race', new ConflictError()],
    ['throttling', sdkError('ThrottlingException')],
    ['a throttled write', sdkError('ProvisionedThroughputExceededException')],
    ['a throttled transaction', cancelled('None', 'ThrottlingError', 'TransactionConflict')],
    ['a cancelled transaction without reasons', sdkError('TransactionCanceledException')],
    ['too many requests', withStatus('TooManyRequestsException', 429)],
    ['an outage', withStatus('SomethingNew', 503)],
    ['what a service marks as retryable', Object.assign(sdkError('SomethingNew'), { $retryable: {} })],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a failed lookup', withCode('EAI_AGAIN')],
    ['a timeout', sdkError('TimeoutError')],
    ['expired credentials of the instance', sdkError('ExpiredTokenException')],
    ['an error caused by one of these', new Error('failed', { cause: withCode('ECONNRESET') })],
  ])('for %s', (_, error) => expect(isTransient(error)).toBe(true));
});

describe('an error is not transient', () => {
  it.each([
    ['a defect', new TypeError('Cannot read properties of undefined')],
    ['an item of a newer version', new UnsupportedSchemaError({ pk: 'a', sk: 'b', schema: 9 })],
    ['an invalid request', withStatus('ValidationException', 400)],
    ['a transaction with an invalid write', cancelled('ThrottlingError', 'ValidationError')],
    ['a missing permission', withStatus('AccessDeniedException', 400)],
    ['something that is no error', undefined],
  ])('for %s', (_, error) => expect(isTransient(error)).toBe(false));
});
