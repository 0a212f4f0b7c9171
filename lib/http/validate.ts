import type * as z from 'zod';
import { type FieldError, invalidQueryError, validationError } from '../domain/api-error.ts';
import { bodyObject } from './body.ts';
import type { RequestContext } from './request-context.ts';

const MAX_FIELD_ERRORS = 20;

/**
 * Holds path, query and body against the route's row. 400 for a query parameter that is wrong or unknown
 * and for a body that is no JSON object, 422 with a pointer per field for a body that breaks rules.
 */
export function validate(call: RequestContext): void {
  const { route, event } = call;
  if (!route) return;
  call.params = Object.fromEntries(
    Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value ?? '']),
  );
  call.query = parseQuery(route.query, event.queryStringParameters ?? {});
  if (typeof route.body === 'string') return;
  // No body at all stands for an object without fields, where that is enough.
  const isEnough = call.rawBody === null && route.body.safeParse({}).success;
  call.body = parseBody(route.body, isEnough ? {} : bodyObject(call));
}

function parseQuery(schema: z.ZodObject, parameters: Record<string, string | undefined>): unknown {
  const result = schema.safeParse(parameters);
  if (result.success) return result.data;
  throw invalidQueryError(fieldErrors(result.error, (path) => path.join('.')));
}

function parseBody(schema: z.ZodType, body: Record<string, unknown>): unknown {
  const held = parseWith(schema, body);
  if ('errors' in held) throw validationError(held.errors);
  return held.data;
}

/** What a schema makes of a value, or what is wrong with it: for parts of a body that stand by themselves. */
export function parseWith<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { data: T } | { errors: [FieldError, ...FieldError[]] } {
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data };
  return { errors: fieldErrors(result.error, jsonPointer) as [FieldError, ...FieldError[]] };
}

function fieldErrors(error: z.ZodError, pointer: (path: PropertyKey[]) => string): FieldError[] {
  return error.issues
    .flatMap((issue) => {
      if (issue.code !== 'unrecognized_keys') {
        return [{ pointer: pointer(issue.path), code: codeOf(issue), detail: `${issue.message}.` }];
      }
      return issue.keys.map((key) => ({
        pointer: pointer([...issue.path, key]),
        code: 'unknown_field',
        detail: 'is not a field of this request.',
      }));
    })
    .slice(0, MAX_FIELD_ERRORS);
}

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return 'invalid';
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return isMissing ? 'required' : issue.code;
}

function jsonPointer(path: PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
