import { describe, expect, it } from 'vitest';
import {
  columnsToCorrect,
  defaultsOf,
  fieldChoices,
  fieldsOfColumns,
  type ImportRow,
  mappingOf,
  newNamedField,
  otherFields,
  withTemplate,
} from '../../dashboard/src/screens/imports/fields.ts';
import { monthsOf, weeksOf } from '../../dashboard/src/screens/imports/import-month.ts';
import './english.ts';
import { IMPORT_FIELDS, isImportField } from '../../lib/imports/rules/import-columns.ts';

const row = (fields: Partial<ImportRow>): ImportRow => ({
  ...{ row: 1, key: null, status: 'valid', title: 'A', platforms: ['twitter'], scheduled_at: null },
  ...{ scheduled_local: null, queue_id: null, warnings: [], problems: [], content_id: null, values: [] },
  ...fields,
});

it('leaves an import without a time zone of its own in that of the workspace', () => {
  const chosen = { platforms: ['twitter'], queue: '', zone: '', order: '' as const, templates: {} };
  expect(defaultsOf({ labels: ['Plan'] }, chosen)).toEqual({ labels: ['Plan'], platforms: ['twitter'] });
  expect(defaultsOf({ time_zone: 'Asia/Tokyo' }, { ...chosen, zone: 'Asia/Tokyo' }).time_zone).toBe('Asia/Tokyo');
});

describe('the mapping of an import', () => {
  it('has a field per column, and a column per field', () => {
    const columns = ['A', 'B', 'C'];
    expect(fieldsOfColumns({ columns, mapping: { text: 'B', 'metadata.x': 'C' } })).toEqual(['', 'text', 'metadata.x']);
    expect(mappingOf(columns, ['text', '', 'text'])).toEqual({ text: 'A' });
  });
});

describe('the fields of a column', () => {
  const valuesOf = (others: string[]) => fieldChoices(others).map(({ value }) => value);

  it('are all that the API takes, each with a text', () => {
    const offered = IMPORT_FIELDS.filter((field) => field !== 'state');
    expect(fieldChoices([]).filter(({ value, label }) => value === label)).toEqual([]);
    expect(valuesOf([]).sort()).toEqual(['', ...offered, 'metadata.', 'variables.'].sort());
  });

  it('have the state in a file of Postiz', () => {
    const others = otherFields({ mapping: { text: 'content', state: 'state', 'metadata.x': 'x' } });
    expect(others).toEqual(['state']);
    expect(valuesOf(others)).toContain('state');
  });

  it.each([
    ['Client', 'metadata.Client'],
    ['2. Größe (cm)', 'metadata.Gro_e_cm'],
    ['製品', 'metadata.'],
    ['x'.repeat(60), `metadata.${'x'.repeat(40)}`],
  ])('with a name begin with that of the column %s', (column, field) => {
    expect(newNamedField('metadata.', column)).toBe(field);
    expect(isImportField(field)).toBe(field !== 'metadata.');
  });
});

describe('the default templates of an import', () => {
  it('keep their values until the last template is removed', () => {
    const given = { snippet: 'a', signature: 'b', variables: { product: 'c' } };
    const one = withTemplate(given, 'snippet', '');
    expect(one).toEqual({ signature: 'b', variables: { product: 'c' } });
    expect(withTemplate(one, 'signature', 'd')).toEqual({ signature: 'd', variables: { product: 'c' } });
    expect(withTemplate(one, 'signature', '')).toEqual({});
  });
});

describe('a wrong row', () => {
  const values = ['Text', 'Date'].map((column) => ({ column, value: '' }));
  const problem = { field: 'date', code: 'invalid_time', detail: 'Wrong.', content_id: null };

  it('shows the cells of its problems, or all', () => {
    expect(columnsToCorrect(row({ values, problems: [{ ...problem, column: 'Date' }] }))).toEqual(['Date']);
    expect(columnsToCorrect(row({ values, problems: [{ ...problem, column: null }] }))).toEqual(['Text', 'Date']);
  });
});

describe('the months of an import', () => {
  const rows = [
    row({ row: 1, scheduled_at: '2027-02-28T23:30:00.000Z' }),
    row({ row: 2, scheduled_at: '2027-03-01T08:00:00.000Z', status: 'created' }),
    row({ row: 3, scheduled_at: '2027-03-02T08:00:00.000Z', status: 'invalid' }),
    row({ row: 4 }),
  ];

  it('are those of the time zone, without wrong rows', () => {
    expect(monthsOf(rows, 'UTC')).toEqual(['2027-02', '2027-03']);
    expect(monthsOf(rows, 'Europe/Berlin')).toEqual(['2027-03']);
  });

  it('have whole weeks from Monday, with the rows of each day in order', () => {
    const weeks = weeksOf('2027-03', rows, 'Europe/Berlin');
    expect([weeks.length, weeks[0]![0]!.date, weeks.at(-1)![6]!.date]).toEqual([5, '2027-03-01', '2027-04-04']);
    expect(weeks[0]![0]!.rows.map((each) => each.row)).toEqual([1, 2]);
  });
});
