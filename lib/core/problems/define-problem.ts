/** The public properties of a problem type. */
export interface ProblemType {
  code: string;
  /** The status of its responses. */
  status: number;
  title: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** What it means, and what a caller does about it. */
  meaning: string;
  remedy: string;
  /** Example values of its extension members. */
  extensions?: Record<string, unknown>;
}

/** What an error adds to its problem type. The `cause` is only logged. */
interface ProblemOptions {
  extensions?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A problem type, which builds the error of one request: `throw queueFull('The queue has no free slot.')`. */
export type Problem = ProblemType & ((detail: string, options?: ProblemOptions) => ApiError);

/** An error that the caller receives as a problem with its `extensions`. */
export class ApiError extends Error {
  readonly problem: ProblemType;
  readonly extensions: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(problem: ProblemType, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = 'ApiError';
    this.problem = problem;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
  }

  get code(): string {
    return this.problem.code;
  }
}

/**
 * Declare a problem type, in the `problems.ts` of the lowest feature that returns it. `npm run generate` collects all of
 * them for the documentation. The call is marked `@__PURE__`, so that a bundle has those only that its function returns.
 */
export function defineProblem(declared: Omit<ProblemType, 'retryable'> & { retryable?: true }): Problem {
  const problem: ProblemType = { retryable: false, ...declared };
  return Object.assign((detail: string, options?: ProblemOptions) => new ApiError(problem, detail, options), problem);
}

/** Return the `type` of a problem: a relative URI, one per code. */
export function problemType(code: string): string {
  return `/v1/problems/${code}`;
}
