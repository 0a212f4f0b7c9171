import type { ApiError } from '../../../core/problems/define-problem.ts';
import { invalidRequest } from '../../../core/problems/problems.ts';
import { bodyObject, formFields, isForm } from '../../pipeline/body.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';

/**
 * Return the fields of an OAuth request, which is JSON or a form. Throws 400 `invalid_request` for a repeated parameter,
 * and for one of `parameters` that is no string. Unknown parameters are ignored (RFC 6749, section 3.2).
 */
export function readOauthFields(
  context: RequestContext,
  parameters: readonly string[],
): Record<string, string | undefined> {
  if (context.rawBody === null) return {};
  if (isForm(context)) return formFields(context);
  const fields = bodyObject(context);
  for (const name of parameters) {
    if (fields[name] !== undefined && typeof fields[name] !== 'string')
      throw invalidRequestError(`The parameter ${name} must be a string.`);
  }
  return fields as Record<string, string>;
}

/** Return the value of a parameter. Throws 400 `invalid_request` when it is missing or empty. */
export function requiredField(fields: Record<string, string | undefined>, name: string): string {
  const value = fields[name];
  if (!value) throw invalidRequestError(`The parameter ${name} is required.`);
  return value;
}

/** Create the error for a malformed OAuth request. */
export function invalidRequestError(detail: string): ApiError {
  return invalidRequest(detail);
}
