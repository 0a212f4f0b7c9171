import type { ProblemCode } from '../domain/api-error.ts';
import { PROBLEM_DOCS } from './problem-docs.ts';
import { PROBLEMS, problemType } from './problems.ts';

/** All there is to say of a kind of problem. */
export interface ProblemKind {
  type: string;
  code: ProblemCode;
  title: string;
  status: number;
  retryable: boolean;
  meaning: string;
  remedy: string;
  /** A problem of the kind, as an answer has it. */
  example: Record<string, unknown>;
}

/** Every kind of problem, by status and then as the table has them. */
export function problemKinds(): ProblemKind[] {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return codes.map(problemKind).sort((one, other) => one.status - other.status);
}

/** The kind of problem of a code. */
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
