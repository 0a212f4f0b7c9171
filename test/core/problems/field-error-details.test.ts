import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrorDetail } from '../../../lib/core/problems/field-error-details.ts';

function detailOf(schema: z.ZodMiniType, value: unknown): string {
  const result = schema.safeParse(value, { error: fieldErrorDetail });
  if (result.success) throw new Error('The value is valid.');
  return result.error.issues[0]!.message;
}

describe('the detail of a field error', () => {
  it.each([
    ['string', z.string(), 'Must be a string.'],
    ['number', z.number(), 'Must be a number.'],
    ['boolean', z.boolean(), 'Must be true or false.'],
    ['array', z.array(z.string()), 'Must be an array.'],
    ['object', z.strictObject({}), 'Must be an object.'],
  ])('names the expected type %s', (_name, schema, detail) => {
    expect(detailOf(schema, Symbol('other'))).toBe(detail);
  });

  it('names integers for a fraction', () => {
    expect(detailOf(z.int(), 1.5)).toBe('Must be an integer.');
  });

  it.each([
    ['string', z.string()],
    ['enum', z.enum(['a', 'b'])],
    ['array', z.array(z.string())],
  ])('says that a required %s is missing', (_name, schema) => {
    expect(detailOf(z.strictObject({ field: schema }), {})).toBe('Required field is missing.');
  });

  it('lists the allowed values of an enum, and names a single one', () => {
    expect(detailOf(z.enum(['a', 'b']), 'c')).toBe('Must be one of: a, b.');
    expect(detailOf(z.literal('a'), 'c')).toBe('Must be a.');
  });

  it('states the maximum of a string, an array and a number', () => {
    expect(detailOf(z.string().check(z.maxLength(300)), 'x'.repeat(301))).toBe('Must be at most 300 characters.');
    expect(detailOf(z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'])).toBe('Must contain at most 2 items.');
    expect(detailOf(z.int().check(z.maximum(10)), 11)).toBe('Must be at most 10.');
  });

  it('states the minimum of a string, an array and a number', () => {
    expect(detailOf(z.string().check(z.minLength(1)), '')).toBe('Must be at least 1 character.');
    expect(detailOf(z.array(z.string()).check(z.minLength(1)), [])).toBe('Must contain at least 1 item.');
    expect(detailOf(z.int().check(z.minimum(1)), 0)).toBe('Must be at least 1.');
  });

  it('names the format of a URL and of an email address, and no other', () => {
    expect(detailOf(z.url(), 'nowhere')).toBe('Must be a valid URL.');
    expect(detailOf(z.email(), 'ada')).toBe('Must be an email address.');
    expect(detailOf(z.string().check(z.regex(/^a$/)), 'b')).toBe('Has an invalid format.');
  });

  it('reports an unknown field', () => {
    expect(detailOf(z.strictObject({}), { extra: 1 })).toBe('Unknown field.');
  });

  it('has a general wording for every other issue', () => {
    expect(detailOf(z.union([z.string(), z.number()]), true)).toBe('Has an invalid value.');
    expect(detailOf(z.number().check(z.multipleOf(2)), 3)).toBe('Has an invalid value.');
  });

  it('does not replace the message of a schema', () => {
    expect(detailOf(z.string('Must be a name.'), 1)).toBe('Must be a name.');
    expect(detailOf(z.string().check(z.maxLength(1, 'Too long for a name.')), 'ab')).toBe('Too long for a name.');
  });
});
