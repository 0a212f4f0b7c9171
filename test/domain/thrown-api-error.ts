import { ApiError } from '../../lib/domain/api-error.ts';

/** The refusal a rule throws, in parts that compare; fails when it throws none, or another error. */
export function catchApiError(rule: () => unknown): {
  code: string;
  detail: string;
  members: Record<string, unknown>;
} {
  try {
    rule();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, detail: error.message, members: error.members };
    throw error;
  }
  throw new Error('The rule refused nothing.');
}

/** Pointer and code of each field a 422 names. */
export function catchInvalidFields(rule: () => unknown): [pointer: string, code: string][] {
  const { code, members } = catchApiError(rule);
  if (code !== 'validation_failed') throw new Error(`Refused as ${code}, not for its fields.`);
  return (members.errors as { pointer: string; code: string }[]).map((error) => [error.pointer, error.code]);
}
