import type * as z from 'zod/mini';
import { fieldErrorDetail } from '../../core/problems/field-error-details.ts';
import { type FieldError, invalidQueryError, validationError } from '../../core/problems/request-errors.ts';
import { resolveAlias } from '../../platforms/platform.ts';
import { bodyObject } from './body.ts';
import type { RequestContext } from './request-context.ts';

const MAX_FIELD_ERRORS = 20;
// `reportInput` distinguishes a missing field from one of the wrong type.
const PARSE_OPTIONS = { error: fieldErrorDetail, reportInput: true };

/**
 * Validate path, query and body against the schemas of the endpoint. Throws 400 for an invalid or unknown query
 * parameter and for a body that is not a JSON object, and 422 with a pointer per field for an invalid body.
 */
export function validate(context: RequestContext): void {
  const { endpoint, event } = context;
  if (!endpoint) return;
  context.params = Object.fromEntries(
    Object.entries(event.pathParameters ?? {}).map(([name, value = '']) => [
      name,
      name === 'platform' ? resolveAlias(value) : value,
    ]),
  );
  context.query = parseQuery(endpoint.query, event.queryStringParameters ?? {});
  if (typeof endpoint.body === 'string') return;
  // A missing body is treated as an empty object if that is valid.
  const isOptional = context.rawBody === null && endpoint.body.safeParse({}).success;
  context.body = parseBody(endpoint.body, isOptional ? {} : bodyObject(context));
}

function parseQuery(schema: z.ZodMiniObject | 'none', parameters: Record<string, string | undefined>): unknown {
  if (schema === 'none') {
    const names = Object.keys(parameters).slice(0, MAX_FIELD_ERRORS);
    if (names.length > 0) throw invalidQueryError(unknownFields(names, (name) => name));
    return {};
  }
  const result = schema.safeParse(parameters, PARSE_OPTIONS);
  if (result.success) return result.data;
  throw invalidQueryError(fieldErrors(result.error, (path) => path.join('.')));
}

function parseBody(schema: z.ZodMiniType, body: Record<string, unknown>): unknown {
  const result = parseWith(schema, body);
  if ('errors' in result) throw validationError(result.errors);
  return result.data;
}

/** Parse a value with a schema. Returns the data or at least one field error, without throwing. */
export function parseWith<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
): { data: T } | { errors: [FieldError, ...FieldError[]] } {
  const result = schema.safeParse(value, PARSE_OPTIONS);
  if (result.success) return { data: result.data };
  return { errors: fieldErrors(result.error, jsonPointer) as [FieldError, ...FieldError[]] };
}

function fieldErrors(error: z.core.$ZodError, pointer: (path: PropertyKey[]) => string): FieldError[] {
  return error.issues
    .flatMap(issuesOf)
    .flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') {
        return [{ pointer: pointer(issue.path), code: codeOf(issue), detail: issue.message }];
      }
      return unknownFields(issue.keys, (key) => pointer([...issue.path, key]));
    })
    .slice(0, MAX_FIELD_ERRORS);
}

/** List the issues within a value that has the type of one alternative, such as an object: they name its fields. */
function issuesOf(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isWithin = ({ code, path }: z.core.$ZodIssue) => code === 'unrecognized_keys' || path.length > 0;
  const within = issue.errors.find((issues) => issues.length > 0 && issues.every(isWithin));
  return within?.map((each) => ({ ...each, path: [...issue.path, ...each.path] })) ?? [issue];
}

function unknownFields(names: string[], pointer: (name: string) => string): FieldError[] {
  return names.map((name) => ({ pointer: pointer(name), code: 'unknown_field', detail: 'Unknown field.' }));
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid');
  const isMissing = (issue.code === 'invalid_type' || issue.code === 'invalid_union') && issue.input === undefined;
  return isMissing ? 'required' : issue.code;
}

function jsonPointer(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
