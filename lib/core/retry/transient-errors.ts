import { ConflictError } from './conflict.ts';

// The names and codes are those of the API references of DynamoDB, SQS, Scheduler, KMS, SES and S3 (common errors;
// TransactWriteItems, cancellation reasons), of the AWS SDK and of Node.

/** An action without an error of its own has `None`. `ConditionalCheckFailed` and all others are final. */
const RETRYABLE_REASONS = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const REJECTED_FOR_NOW = new Set(['TransactionConflictException', 'TransactionInProgressException']);

// Throttling, timeouts, contention and outages.
const TRANSIENT_NAMES = new Set([
  ...REJECTED_FOR_NOW,
  'AbortError',
  'DependencyTimeoutException',
  'ExpiredTokenException',
  'InternalError',
  'InternalFailure',
  'InternalServerError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestTimeout',
  'RequestTimeoutException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TimeoutError',
  'TooManyRequestsException',
]);

const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // Those of `fetch`.
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Why DynamoDB cancelled a transaction: one reason per action, in the order of the actions. */
interface CancellationReason {
  Code?: string;
  Item?: Record<string, unknown>;
}

/** The members of an error of the SDK or of Node that show whether it is transient. */
type SdkError = Error & {
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $retryable?: object;
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

/**
 * Return whether the same work may succeed later without a change of the code or of the data: after throttling, a
 * timeout, an error of the network or of a service (5xx), or a lost race; also when one of these is the cause.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ConflictError || isRejectedForNow(error)) return true;
  const { name, code = '', $metadata, $retryable, cause } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? 0;
  const isOutage = status >= 500 || status === 429 || $retryable !== undefined;
  return isOutage || TRANSIENT_NAMES.has(name) || NETWORK_CODES.has(code) || isTransient(cause);
}

/** Return true for an error of this name, as the SDK throws them. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
