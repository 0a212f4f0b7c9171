import { describe, expect, it } from 'vitest';
import { internalError, notFound } from '../../../lib/core/problems/problems.ts';
import { notFoundError, validationError } from '../../../lib/core/problems/request-errors.ts';
import { planRequired } from '../../../lib/identity/problems.ts';
import { catchApiError, catchInvalidFields } from '../values/thrown-api-error.ts';

const one = { pointer: '/title', code: 'required', detail: 'is required.' };
const other = { pointer: '/platforms', code: 'too_few', detail: 'must name one.' };

describe('the error of a problem type', () => {
  it('separates the public detail from the private cause', () => {
    const cause = new Error('the private reason');
    const rejection = internalError('Try again.', { cause });
    expect([rejection.message, rejection.cause]).toEqual(['Try again.', cause]);
    expect(JSON.stringify({ ...rejection })).not.toContain('private');
  });

  it('has no extensions and no headers by default', () => {
    const { extensions, headers } = notFound('Nothing.');
    expect([extensions, headers]).toEqual([{}, {}]);
  });

  it('has the extensions and headers it was created with', () => {
    const rejection = planRequired('No.', {
      extensions: { plan: 'enterprise' },
      headers: { a: 'b' },
    });
    expect([rejection.extensions, rejection.headers]).toEqual([{ plan: 'enterprise' }, { a: 'b' }]);
  });
});

describe('validationError', () => {
  it('lists every field, and in the detail the first one and the number of others', () => {
    const rejection = validationError([one, other]);
    expect(rejection.extensions).toEqual({ errors: [one, other] });
    expect(rejection.message).toBe('/title: is required. (and 1 more)');
  });

  it('does not mention other fields when there is only one', () => {
    expect(validationError([one]).message).toBe('/title: is required.');
  });

  it('has the code validation_failed', () => {
    expect(validationError([one]).code).toBe('validation_failed');
  });
});

describe('notFoundError', () => {
  it('is the same error every time, whatever the resource', () => {
    const answer = () => {
      throw notFoundError();
    };
    expect(catchApiError(answer)).toEqual(catchApiError(answer));
    expect([catchApiError(answer).code, catchApiError(answer).extensions]).toEqual(['not_found', {}]);
  });
});

describe('catchApiError', () => {
  it('fails when nothing is thrown, when something else is thrown and when no field is named', () => {
    expect(() => catchApiError(() => undefined)).toThrow('did not throw');
    expect(() => catchApiError(() => JSON.parse('{'))).toThrow(SyntaxError);
    expect(() =>
      catchInvalidFields(() => {
        throw notFoundError();
      }),
    ).toThrow('not_found');
  });
});
