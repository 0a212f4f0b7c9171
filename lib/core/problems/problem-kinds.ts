import type { ProblemCode } from './api-error.ts';
import { PROBLEM_DOCS } from './problem-docs.ts';
import { PROBLEMS, problemType } from './problems.ts';

/** A problem type with its documentation and an example response body. */
export type ProblemKind = ReturnType<typeof problemKind>;

/** List all problem types, ordered by status. */
export function problemKinds(): ProblemKind[] {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return codes.map(problemKind).sort((one, other) => one.status - other.status);
}

/** Get the problem type with a code. */
export function problemKind(code: ProblemCode) {
  const { status, title, retryable } = PROBLEMS[code];
  const { meaning, remedy, extensions } = PROBLEM_DOCS[code];
  const request_id = 'req_01K00000000000000000000000';
  const type = problemType(code);
  const head = { type, title, status, detail: meaning };
  const example = { ...head, instance: `urn:request:${request_id}`, code, request_id, retryable, ...extensions };
  return { type, code, title, status, retryable, meaning, remedy, example };
}
