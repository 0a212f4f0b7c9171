// The codes are those of DynamoDB's API reference (Common errors; TransactWriteItems, cancellation reasons) and of the
// transport errors that the AWS SDK retries.

/** An action without an error of its own has `None`. `ConditionalCheckFailed` and all others are final. */
const RETRYABLE_REASONS = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const REJECTED_FOR_NOW = new Set(['TransactionConflictException', 'TransactionInProgressException']);

const TEMPORARY = new Set([
  ...REJECTED_FOR_NOW,
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
]);

const NETWORK_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Why DynamoDB cancelled a transaction: one reason per action, in the order of the actions. */
export interface CancellationReason {
  Code?: string;
  Item?: Record<string, unknown>;
}

type SdkError = Error & {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  CancellationReasons?: CancellationReason[];
};

/** Return the cancellation reasons of an error; none for any other error. */
export function cancellationReasons(error: unknown): CancellationReason[] {
  if (!isNamed(error, 'TransactionCanceledException')) return [];
  return (error as SdkError).CancellationReasons ?? [];
}

/**
 * Return true for a write that had no effect, succeeds later and is not retried by the SDK: it met another transaction,
 * or was cancelled for a throttle. A cancellation with any final reason is final.
 */
export function isRejectedForNow(error: unknown): boolean {
  if (error instanceof Error && REJECTED_FOR_NOW.has(error.name)) return true;
  const reasons = cancellationReasons(error);
  return reasons.length > 0 && reasons.every(({ Code }) => RETRYABLE_REASONS.has(Code ?? 'None'));
}

/** Return true for an error after which the same request can succeed: rejected for now, throttled, network or 5xx. */
export function isTemporaryFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata } = error as SdkError;
  if (isRejectedForNow(error) || TEMPORARY.has(name) || NETWORK_CODES.has(code ?? '')) return true;
  return ($metadata?.httpStatusCode ?? 0) >= 500;
}

/** Return true for an error of this name, as the SDK throws them. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
