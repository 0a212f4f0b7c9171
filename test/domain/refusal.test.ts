import { describe, expect, it } from 'vitest';
import { invalidFields, notFound, Refusal } from '../../lib/domain/refusal.ts';
import { refused, wrongFields } from './refused.ts';

const one = { pointer: '/title', code: 'required', detail: 'is required.' };
const other = { pointer: '/platforms', code: 'too_few', detail: 'must name one.' };

describe('Refusal', () => {
  it('keeps the public detail and the private cause apart', () => {
    const cause = new Error('the private reason');
    const refusal = new Refusal('internal_error', 'Try again.', { cause });
    expect([refusal.message, refusal.cause]).toEqual(['Try again.', cause]);
    expect(JSON.stringify({ ...refusal })).not.toContain('private');
  });

  it('has no further members and no headers unless it was given some', () => {
    const { members, headers } = new Refusal('not_found', 'Nothing.');
    expect([members, headers]).toEqual([{}, {}]);
  });

  it('carries the members and headers it was given', () => {
    const refusal = new Refusal('plan_required', 'No.', {
      members: { plan: 'enterprise' },
      headers: { a: 'b' },
    });
    expect([refusal.members, refusal.headers]).toEqual([{ plan: 'enterprise' }, { a: 'b' }]);
  });
});

describe('invalidFields', () => {
  it('names every field, and in its detail the first and how many more', () => {
    const refusal = invalidFields([one, other]);
    expect(refusal.members).toEqual({ errors: [one, other] });
    expect(refusal.message).toBe('/title: is required. (and 1 more)');
  });

  it('speaks of no others when there are none', () => {
    expect(invalidFields([one]).message).toBe('/title: is required.');
  });

  it('is a failed validation', () => {
    expect(invalidFields([one]).code).toBe('validation_failed');
  });
});

describe('notFound', () => {
  it('gives the same answer every time, whatever was asked for', () => {
    const answer = () => {
      throw notFound();
    };
    expect(refused(answer)).toEqual(refused(answer));
    expect([refused(answer).code, refused(answer).members]).toEqual(['not_found', {}]);
  });
});

describe('what these tests catch with', () => {
  it('fails when nothing is refused, when something else is thrown and when no field is named', () => {
    expect(() => refused(() => undefined)).toThrow('refused nothing');
    expect(() => refused(() => JSON.parse('{'))).toThrow(SyntaxError);
    expect(() =>
      wrongFields(() => {
        throw notFound();
      }),
    ).toThrow('not_found');
  });
});
