import { REMEDIES } from './remedies.ts';
import type { Problem, ProblemCode, ProblemError, Unknown } from './types.ts';

/** Every error of this library. */
export class CisError extends Error {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.retryable = retryable;
  }
}

/** The service has rejected the request, or could not process it. */
export class ApiError extends CisError {
  readonly status: number;
  /** The machine-readable code, such as `not_found`. Later versions of the service may add codes. */
  readonly code: ProblemCode | Unknown;
  /** The id of the request, for support. Null if something between you and the service has responded. */
  readonly requestId: string | null;
  /** The number of seconds after which the service accepts a repeat. */
  readonly retryAfter: number | null;
  /** The invalid fields or parameters, each with its `pointer`. Empty if the problem is about none. */
  readonly errors: readonly ProblemError[];
  /** How to resolve the problem, if this version of the library knows its code. */
  readonly remedy: string | null;
  /** The whole problem, with its `detail` without the code. */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    const code = problem.code ?? `http_${status}`;
    const requestId = problem.request_id ?? headers.get('x-request-id');
    const about = requestId === null ? code : `${code}, ${requestId}`;
    super(`${problem.detail ?? problem.title ?? messageOf(status)} (${about})`, problem.retryable ?? status >= 500);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.errors = problem.errors ?? [];
    this.remedy = REMEDIES[code] ?? null;
    const seconds = headers.get('retry-after');
    this.retryAfter = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
    this.problem = problem;
  }
}

/** There is no complete response: the service may have processed the request. */
export class ConnectionError extends CisError {
  /** How often the request was sent. */
  attempts = 1;

  constructor(message: string, cause?: unknown) {
    super(message, true, { cause });
  }

  /** Add the number of attempts to the message. */
  countAttempts(attempts: number): void {
    this.attempts = attempts;
    this.message += attempts === 1 ? ' (1 attempt)' : ` (${attempts} attempts)`;
  }
}

/** The signature of a webhook is missing, wrong or too old: do not process it. */
export class WebhookError extends CisError {
  constructor(message: string) {
    super(message, false);
  }
}

function messageOf(status: number): string {
  // A browser hides the status of a redirect.
  if (status >= 400) return `The response has the status ${status}.`;
  return `The response is a redirect (${status}), which the library does not follow. Check the base URL.`;
}
