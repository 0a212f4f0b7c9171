import type { ProblemCode } from '../domain/api-error.ts';
import { PROBLEM_DOCS } from './problem-docs.ts';
import { PROBLEMS, problemType } from './problems.ts';

/** A problem type with its documentation. */
export interface ProblemKind {
  type: string;
  code: ProblemCode;
  title: string;
  status: number;
  retryable: boolean;
  meaning: string;
  remedy: string;
  /** An example response body. */
  example: Record<string, unknown>;
}

/** Lists all problem types, ordered by status. */
export function problemKinds(): ProblemKind[] {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return codes.map(problemKind).sort((one, other) => one.status - other.status);
}

/** Returns the problem type with a code. */
export function problemKind(code: ProblemCode): ProblemKind {
  const { status, title, retryable } = PROBLEMS[code];
  const { meaning, remedy, extensions } = PROBLEM_DOCS[code];
  const requestId = 'req_01K00000000000000000000000';
  const type = problemType(code);
  const example = {
    type,
    title,
    status,
    detail: meaning,
    instance: `urn:request:${requestId}`,
    code,
    request_id: requestId,
    retryable,
    ...extensions,
  };
  return { type, code, title, status, retryable, meaning, remedy, example };
}
