import type { Problem, ProblemCode, Unknown } from './types.ts';

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
  /** The whole problem, with its `detail` and the invalid fields (`errors`). */
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>, headers: Headers) {
    super(
      problem.detail ?? problem.title ?? `The response has the status ${status}.`,
      problem.retryable ?? status >= 500,
    );
    this.status = status;
    this.code = problem.code ?? `http_${status}`;
    this.requestId = problem.request_id ?? headers.get('x-request-id');
    const seconds = headers.get('retry-after');
    this.retryAfter = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
    this.problem = problem;
  }
}

/** There is no complete response: the service may have processed the request. */
export class ConnectionError extends CisError {
  constructor(message: string, cause?: unknown) {
    super(message, true, { cause });
  }
}

/** The signature of a webhook is missing, wrong or too old: do not process it. */
export class WebhookError extends CisError {
  constructor(message: string) {
    super(message, false);
  }
}
