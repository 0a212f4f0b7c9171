import { describe, expect, it } from 'vitest';
import { ApiError, notFoundError, validationError } from '../../lib/domain/api-error.ts';
import { catchApiError, catchInvalidFields } from './thrown-api-error.ts';

const one = { pointer: '/title', code: 'required', detail: 'is required.' };
const other = { pointer: '/platforms', code: 'too_few', detail: 'must name one.' };

describe('ApiError', () => {
  it('keeps the public detail and the private cause apart', () => {
    const cause = new Error('the private reason');
    const refusal = new ApiError('internal_error', 'Try again.', { cause });
    expect([refusal.message, refusal.cause]).toEqual(['Try again.', cause]);
    expect(JSON.stringify({ ...refusal })).not.toContain('private');
  });

  it('has no further members and no headers unless it was given some', () => {
    const { extensions, headers } = new ApiError('not_found', 'Nothing.');
    expect([extensions, headers]).toEqual([{}, {}]);
  });

  it('carries the members and headers it was given', () => {
    const refusal = new ApiError('plan_required', 'No.', {
      extensions: { plan: 'enterprise' },
      headers: { a: 'b' },
    });
    expect([refusal.extensions, refusal.headers]).toEqual([{ plan: 'enterprise' }, { a: 'b' }]);
  });
});

describe('validationError', () => {
  it('names every field, and in its detail the first and how many more', () => {
    const refusal = validationError([one, other]);
    expect(refusal.extensions).toEqual({ errors: [one, other] });
    expect(refusal.message).toBe('/title: is required. (and 1 more)');
  });

  it('speaks of no others when there are none', () => {
    expect(validationError([one]).message).toBe('/title: is required.');
  });

  it('is a failed validation', () => {
    expect(validationError([one]).code).toBe('validation_failed');
  });
});

describe('notFoundError', () => {
  it('gives the same answer every time, whatever was asked for', () => {
    const answer = () => {
      throw notFoundError();
    };
    expect(catchApiError(answer)).toEqual(catchApiError(answer));
    expect([catchApiError(answer).code, catchApiError(answer).extensions]).toEqual(['not_found', {}]);
  });
});

describe('what these tests catch with', () => {
  it('fails when nothing is refused, when something else is thrown and when no field is named', () => {
    expect(() => catchApiError(() => undefined)).toThrow('did not throw');
    expect(() => catchApiError(() => JSON.parse('{'))).toThrow(SyntaxError);
    expect(() =>
      catchInvalidFields(() => {
        throw notFoundError();
      }),
    ).toThrow('not_found');
  });
});
