import { describe, expect, it } from 'vitest';
import { isRejectedForNow, isTemporaryFailure } from '../../lib/table/temporary-failure.ts';

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name }, more);
const cancelledFor = (...codes: string[]) =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('a cancelled transaction', () => {
  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'is rejected for now when %s is its reason',
    (code) => expect(isRejectedForNow(cancelledFor('None', code))).toBe(true),
  );

  it.each(['ConditionalCheckFailed', 'ValidationError', 'ItemCollectionSizeLimitExceeded', 'AnUnknownReason'])(
    'is final when %s is one of its reasons',
    (code) => expect(isTemporaryFailure(cancelledFor('ThrottlingError', code))).toBe(false),
  );

  it('is final without reasons', () => expect(isTemporaryFailure(cancelledFor())).toBe(false));
});

describe('an error', () => {
  it.each(['ThrottlingException', 'InternalServerError', 'RequestLimitExceeded', 'TimeoutError'])(
    'with the name %s is temporary, and the SDK has retried it',
    (name) => {
      expect(isTemporaryFailure(named(name))).toBe(true);
      expect(isRejectedForNow(named(name))).toBe(false);
    },
  );

  it('with a status of 500 or more is temporary', () => {
    expect(isTemporaryFailure(named('SomeError', { $metadata: { httpStatusCode: 503 } }))).toBe(true);
    expect(isTemporaryFailure(named('SomeError', { $metadata: { httpStatusCode: 400 } }))).toBe(false);
  });

  it('of the connection is temporary', () => {
    expect(isTemporaryFailure(named('Error', { code: 'ECONNRESET' }))).toBe(true);
  });

  it.each(['ValidationException', 'AccessDeniedException', 'ConditionalCheckFailedException', 'TypeError'])(
    'with the name %s is final',
    (name) => expect(isTemporaryFailure(named(name))).toBe(false),
  );

  it('that is no Error is final', () => expect(isTemporaryFailure('a text')).toBe(false));
});
