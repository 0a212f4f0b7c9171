import type * as z from 'zod/mini';

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Record<string, string> = { url: 'a valid URL', email: 'an email address' };

/**
 * Describe a zod issue in the wording of the API, for schemas without a message. Pass it as the `error` option of a
 * parse, which precedes zod's built-in messages.
 */
export function fieldErrorDetail(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== 'unrecognized_keys' && issue.input === undefined) return 'Required field is missing.';
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${TYPES[issue.expected] ?? 'of another type'}.`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}.`
        : `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return sizeDetail('at most', issue.origin, Number(issue.maximum));
    case 'too_small':
      return sizeDetail('at least', issue.origin, Number(issue.minimum));
    case 'invalid_format':
      return FORMATS[issue.format] ? `Must be ${FORMATS[issue.format]}.` : 'Has an invalid format.';
    case 'unrecognized_keys':
      return 'Unknown field.';
    default:
      return 'Has an invalid value.';
  }
}

function sizeDetail(bound: 'at most' | 'at least', origin: string, limit: number): string {
  const plural = limit === 1 ? '' : 's';
  if (origin === 'string') return `Must be ${bound} ${limit} character${plural}.`;
  if (origin === 'array') return `Must contain ${bound} ${limit} item${plural}.`;
  return `Must be ${bound} ${limit}.`;
}
