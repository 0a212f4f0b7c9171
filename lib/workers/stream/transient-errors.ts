import { ConflictError } from '../../table/conflict.ts';

// Names of throttling, timeouts, contention and outages in DynamoDB, SQS, Scheduler, KMS and the SDK.
const TRANSIENT_NAMES = new Set([
  'AbortError',
  'DependencyTimeoutException',
  'ExpiredTokenException',
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
  'TransactionConflictException',
  'TransactionInProgressException',
]);

// Errors of the connection, as Node names them.
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
]);

// Reasons of a cancelled transaction that another attempt may not meet.
const TRANSIENT_REASONS = new Set(['None', 'ProvisionedThroughputExceeded', 'ThrottlingError', 'TransactionConflict']);

/** Error of a change that was not attempted, because an earlier change of the same item is delivered again. */
export class EarlierChangeFailedError extends Error {
  constructor() {
    super('An earlier change of the item is delivered again.');
    this.name = 'EarlierChangeFailedError';
  }
}

/** The members of an error of the SDK or of Node that tell whether it is transient. */
interface SdkError {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
  $retryable?: object;
  CancellationReasons?: { Code?: string }[];
  cause?: unknown;
}

/**
 * Return whether the same work may succeed later without a change of the code or of the data: after throttling, a
 * timeout, an error of the network or of a service (5xx), or a lost race.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConflictError || error instanceof EarlierChangeFailedError) return true;
  const { name = '', code = '', $metadata, $retryable, CancellationReasons, cause } = (error ?? {}) as SdkError;
  if (name === 'TransactionCanceledException') {
    return (CancellationReasons ?? []).every(({ Code = 'None' }) => TRANSIENT_REASONS.has(Code));
  }
  const status = $metadata?.httpStatusCode ?? 0;
  const isOutage = status >= 500 || status === 429 || $retryable !== undefined;
  return (
    isOutage || TRANSIENT_NAMES.has(name) || NETWORK_CODES.has(code) || (cause !== undefined && isTransient(cause))
  );
}
