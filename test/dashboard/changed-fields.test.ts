import { expect, it } from 'vitest';
import { changedFields, hasFields } from '../../dashboard/src/api/changed-fields.ts';

it('has the fields that differ from those at first, compared by their values', () => {
  const first = { name: 'Week', slots: [{ weekday: 'monday', time: '09:00' }], paused: false };
  expect(changedFields({ name: 'Month', slots: [{ weekday: 'monday', time: '09:00' }] }, first)).toEqual({
    name: 'Month',
  });
  expect(changedFields({ slots: [] }, first)).toEqual({ slots: [] });
});

it('has none of a form in which nothing changed', () => {
  expect(hasFields(changedFields({ name: 'Week' }, { name: 'Week', slots: [] }))).toBe(false);
});
