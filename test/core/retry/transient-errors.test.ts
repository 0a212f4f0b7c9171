import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { isRejectedForNow, isTransient } from '../../../lib/core/retry/transient-errors.ts';
import { UnsupportedSchemaError } from '../../../lib/core/table/schema-version.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name }, more);
const cancelledFor = (...codes: string[]) =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });
const withStatus = (name: string, httpStatusCode: number) => named(name, { $metadata: { httpStatusCode } });
const withCode = (code: string) => named('Error', { code });

describe('a cancelled transaction', () => {
  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is rejected for now when %s is its reason',
    (code) => expect(isRejectedForNow(cancelledFor('None', code))).toBe(true),
  );

  it.each(['ConditionalCheckFailed', 'ValidationError', 'ItemCollectionSizeLimitExceeded', 'AnUnknownReason'])(
    'is final when %s is one of its reasons',
    (code) => expect(isTransient(cancelledFor('ThrottlingError', code))).toBe(false),
  );

  it('is final without reasons', () => expect(isTransient(cancelledFor())).toBe(false));
});

describe('an error', () => {
  it.each(['ThrottlingException', 'InternalServerError', 'RequestLimitExceeded', 'TimeoutError'])(
    'with the name %s is transient, and the SDK has retried it',
    (name) => {
      expect(isTransient(named(name))).toBe(true);
      expect(isRejectedForNow(named(name))).toBe(false);
    },
  );

  it.each([
    ['a lost race', new ConflictError()],
    ['a throttled write', named('ProvisionedThroughputExceededException')],
    ['a throttled transaction', cancelledFor('None', 'ThrottlingError', 'TransactionConflict')],
    ['too many requests', withStatus('TooManyRequestsException', 429)],
    ['an outage', withStatus('SomethingNew', 503)],
    ['what a service marks as retryable', named('SomethingNew', { $retryable: {} })],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a lost connection', withCode('ECONNRESET')],
    ['a failed lookup', withCode('EAI_AGAIN')],
    ['expired credentials of the instance', named('ExpiredTokenException')],
    ['an error caused by one of these', new Error('failed', { cause: withCode('ECONNRESET') })],
  ])('is transient for %s', (_, error) => expect(isTransient(error)).toBe(true));

  it.each([
    ['a defect', new TypeError('Cannot read properties of undefined')],
    ['an item of a newer version', new UnsupportedSchemaError({ pk: 'a', sk: 'b', schema: 9 })],
    ['an invalid request', withStatus('ValidationException', 400)],
    ['a failed condition', named('ConditionalCheckFailedException')],
    ['a missing permission', withStatus('AccessDeniedException', 400)],
    ['an error caused by one of these', new Error('failed', { cause: named('ValidationException') })],
    ['a text', 'a text'],
    ['nothing', undefined],
  ])('is final for %s', (_, error) => expect(isTransient(error)).toBe(false));
});
