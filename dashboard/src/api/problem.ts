import { t } from '../language/texts.ts';
import type { components } from './schema.d.ts';

/** The body of a response that is not successful. A gateway or a proxy has codes that the API does not. */
export type Problem = Omit<components['schemas']['Problem'], 'code'> & { code: string };

/** The API rejected a request. `problem` is its response, `retryAfterSeconds` that of the header, if any. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null) {
    super(problem.detail);
    this.name = 'ApiProblem';
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No response arrived, so it is unknown whether the request took effect. */
export class ApiUnreachable extends Error {
  constructor() {
    super('The API did not respond.');
    this.name = 'ApiUnreachable';
  }
}

/** The session has ended, or there is none. */
export class SessionEnded extends Error {
  constructor() {
    super('Your session has ended.');
    this.name = 'SessionEnded';
  }
}

/** Read the problem of a response that is not successful. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body = await response.json().catch(() => null);
  const problem: Problem = body?.code ? body : unreadable(response);
  return new ApiProblem(problem, Number.isFinite(retryAfter) ? retryAfter : null);
}

// A gateway or a proxy responded instead of the API.
function unreadable(response: Response): Problem {
  return {
    type: 'about:blank',
    title: t('problem.unexpected'),
    status: response.status,
    detail: t('problem.unexpectedDetail', { status: response.status }),
    instance: '',
    code: 'unexpected_response',
    request_id: response.headers.get('x-request-id') ?? response.headers.get('x-amz-cf-id') ?? 'none',
    retryable: response.status >= 500 || response.status === 429,
  };
}

/** Whether repeating the same request may help. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiUnreachable || (error instanceof ApiProblem && error.problem.retryable);
}

/** Return the detail for the field that a JSON Pointer names, or null. */
export function fieldError(error: unknown, pointer: string): string | null {
  if (!(error instanceof ApiProblem)) return null;
  const found = error.problem.errors?.find(
    (entry) => entry.pointer === pointer || entry.pointer.startsWith(`${pointer}/`),
  );
  return found?.detail ?? null;
}

/** Return whether another post has the same content on the same account. */
export function isDuplicate(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.code === 'duplicate_content';
}

/** Return whether an error is a response of the API with this status. */
export function isProblem(error: unknown, status: number): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.status === status;
}
