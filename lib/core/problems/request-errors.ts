import type { ApiError } from './define-problem.ts';
import { invalidQuery, invalidStateTransition, notFound, validationFailed } from './problems.ts';

/**
 * One violated rule. `pointer` is a JSON Pointer into the body, or the name of a query parameter.
 * `platform` is the platform that requires the rule, if only one does.
 */
export type FieldError = { pointer: string; code: string; detail: string; platform?: string };

/** Build the 422 for a body with invalid fields. */
export function validationError(errors: FieldError[]): ApiError {
  const first = errors[0];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return validationFailed(first ? `${first.pointer}: ${first.detail}${rest}` : 'The request body is invalid.', {
    extensions: { errors },
  });
}

/** Build the 422 for one invalid field. */
export function fieldError(pointer: string, code: string, detail: string): ApiError {
  return validationError([{ pointer, code, detail }]);
}

/** Build the 409 for a status change that the current status does not allow; `allowed` lists those it does. */
export function stateTransitionError(
  detail: string,
  extensions: { current: string; requested: string; allowed: readonly string[]; next_check_at?: string },
): ApiError {
  return invalidStateTransition(detail, { extensions });
}

/** Build the 400 for invalid query parameters. */
export function invalidQueryError(errors: FieldError[]): ApiError {
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ');
  return invalidQuery(detail, { extensions: { errors } });
}

/** Build the 404 for an id that does not exist or belongs to another workspace. */
export function notFoundError(): ApiError {
  return notFound('No object in your workspace has this id.');
}
