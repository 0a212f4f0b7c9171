import { type ProblemType, problemType } from '../../core/problems/define-problem.ts';
import { PROBLEM_TYPES } from './problem-types.ts';

/** A problem type with its documentation and an example response body. */
export type ProblemKind = ReturnType<typeof toKind>;

/** List all problem types, ordered by status. */
export function problemKinds(): ProblemKind[] {
  return [...PROBLEM_TYPES.values()].map(toKind);
}

/** Return the problem type with a code. Throws if none is declared. */
export function problemKind(code: string): ProblemKind {
  const problem = PROBLEM_TYPES.get(code);
  if (!problem) throw new Error(`No feature declares the problem ${code}.`);
  return toKind(problem);
}

function toKind({ code, status, title, retryable, meaning, remedy, extensions }: ProblemType) {
  const request_id = 'req_01K00000000000000000000000';
  const type = problemType(code);
  const head = { type, title, status, detail: meaning };
  const example = { ...head, instance: `urn:request:${request_id}`, code, request_id, retryable, ...extensions };
  return { type, code, title, status, retryable, meaning, remedy, example };
}
