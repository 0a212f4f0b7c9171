import { ApiError } from '../../../lib/core/problems/define-problem.ts';

/** Run a rule and return its ApiError as comparable parts. Throws if the rule throws anything else. */
export function catchApiError(rule: () => unknown): {
  code: string;
  detail: string;
  extensions: Record<string, unknown>;
} {
  try {
    rule();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, detail: error.message, extensions: error.extensions };
    throw error;
  }
  throw new Error('The rule did not throw.');
}

/** Return pointer and code of each field in the 422 that a rule throws. */
export function catchInvalidFields(rule: () => unknown): [pointer: string, code: string][] {
  const { code, extensions } = catchApiError(rule);
  if (code !== 'validation_failed') throw new Error(`Expected validation_failed, received ${code}.`);
  return (extensions.errors as { pointer: string; code: string }[]).map((error) => [error.pointer, error.code]);
}
