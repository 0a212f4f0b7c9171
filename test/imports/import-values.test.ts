import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { change, checked, readImport } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const lines = (...rows: string[]) => rows.join('\r\n');
const day = (days: number) => inSeconds(days * 86_400).slice(0, 10);
const itemsOf = () => storedRecords<Json & { id: string; title: string }>(harness, 'Content');
const resultFile = () => {
  const key = [...bucket.objects.keys()].filter((each) => each.includes('/result-')).at(-1)!;
  return parse(Buffer.from(bucket.objects.get(key)!), { columns: true }) as Record<string, string>[];
};

describe('the values of an import', () => {
  it('of JSON lines takes corrected lists and objects, within the limits of a file', async () => {
    const tenant = await newTenant();
    const row = { text: 'One', thread: 'Two', metadata: [], platform_options: 1, platforms: 'twitter' };
    const { id } = await checked(harness, tenant, JSON.stringify(row), { format: 'jsonl' });
    const values = {
      thread: [{ text: 'Two' }],
      metadata: { origin: 'crm' },
      platform_options: { twitter: { text: '1' } },
    };
    const deep = JSON.parse(`${'['.repeat(21)}${']'.repeat(21)}`);
    const body = { corrections: [{ row: 1, values: { thread: deep } }] };
    const { status, json } = await callApi('imports.update', { token: tenant.token, params: { id }, body });
    expect([status, json.errors]).toMatchObject([
      422,
      [{ pointer: '/corrections/0/values', code: 'nested_too_deeply' }],
    ]);
    const { rows } = await change(harness, tenant, 'imports.update', id, { corrections: [{ row: 1, values }] });
    expect(rows).toMatchObject([{ status: 'valid' }]);
    await change(harness, tenant, 'imports.run', id);
    expect(itemsOf()).toMatchObject([{ ...values, thread: [{ text: 'Two', media: [] }] }]);
  });

  it('of CSV takes corrected lists as cells, and its result file has them', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, lines('text,platforms,labels', 'One,myspace,a'));
    const corrections = [{ row: 1, values: { platforms: ['twitter'], labels: ['a, b', 'c'] } }];
    const { rows } = await change(harness, tenant, 'imports.update', id, { corrections });
    expect(rows).toMatchObject([{ status: 'valid', values: [{}, {}, { value: '["a, b","c"]' }] }]);
    await change(harness, tenant, 'imports.run', id);
    const file = Buffer.from([...bucket.objects].filter(([key]) => key.includes('/result-')).at(-1)![1]).toString();
    expect((await checked(harness, tenant, file)).rows).toMatchObject([{ status: 'duplicate' }]);
    const names = storedRecords<{ name: string }>(harness, 'Label').map(({ name }) => name);
    expect(names.sort()).toEqual(['a, b', 'c']);
  });

  it('has no corrections for a row that has become an item', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, lines('text,platforms', 'Wrong,x', 'Bad,myspace'));
    await change(harness, tenant, 'imports.run', id);
    const correct = (row: number) => {
      const body = { corrections: [{ row, values: { text: 'Right' } }] };
      return callApi('imports.update', { token: tenant.token, params: { id }, body });
    };
    const { status, json } = await correct(1);
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/corrections/0/row', code: 'row_created' }]]);
    expect((await readImport(tenant, id)).rows).toMatchObject([{ status: 'created', title: 'Wrong' }, {}]);
    expect((await correct(2)).status).toBe(200);
  });

  it('has a result file without formulas', async () => {
    const tenant = await newTenant();
    const found = await checked(harness, tenant, lines('text,platforms', '=1+1,twitter', '@SUM(A1),myspace'));
    await change(harness, tenant, 'imports.run', found.id);
    expect(resultFile()).toMatchObject([
      { text: "'=1+1", import_row: '1', import_status: 'created', import_content_id: itemsOf()[0]!.id },
      { text: "'@SUM(A1)", import_status: 'invalid', import_problem: expect.stringContaining('platforms: ') },
    ]);
  });

  it.each(['csv', 'jsonl'] as const)(
    'whose result file is sent again makes no second item of a row that a person has edited, in %s',
    async (format) => {
      const tenant = await newTenant();
      const rows = [
        { text: 'Good', platforms: 'x' },
        { text: 'Bad', platforms: 'myspace' },
      ];
      const content =
        format === 'csv'
          ? lines('text,platforms', ...rows.map(({ text, platforms }) => `${text},${platforms}`))
          : rows.map((row) => JSON.stringify(row)).join('\n');
      const found = await checked(harness, tenant, content, { format });
      await change(harness, tenant, 'imports.run', found.id);
      const { id } = itemsOf()[0]!;
      const file = Buffer.from([...bucket.objects].filter(([key]) => key.includes('/result-')).at(-1)![1]).toString();
      const edited = file.replace('Good', 'Better').replace('myspace', 'x');
      const again = await checked(harness, tenant, edited, { format });
      expect(again.rows).toMatchObject([
        { status: 'duplicate', problems: [{ code: 'duplicate_row', content_id: id }] },
        { status: 'valid' },
      ]);
      await callApi('content.delete', { token: tenant.token, params: { id } });
      expect((await checked(harness, tenant, edited, { format })).rows).toMatchObject([{ status: 'valid' }, {}]);
    },
  );

  it('whose result file is sent again makes no second item of a row', async () => {
    const tenant = await newTenant();
    const found = await checked(harness, tenant, lines('text,platforms', '@friends,twitter', 'Bad,myspace'));
    await change(harness, tenant, 'imports.run', found.id);
    const file = Buffer.from([...bucket.objects].filter(([key]) => key.includes('/result-')).at(-1)![1]).toString();
    expect(file).toContain("'@friends");
    const again = await checked(harness, tenant, file.replace('myspace', 'twitter'));
    expect(again.rows.map(({ status }) => status)).toEqual(['duplicate', 'valid']);
  });

  it('of JSON lines whose result file is sent again makes no second item of a row', async () => {
    const tenant = await newTenant();
    const scheduled_at = { local: `${day(3)}T09:30`, time_zone: 'Europe/Berlin' };
    const rows = [
      { text: 'Labels', labels: ['a', 'b'] },
      { text: 'Thread', thread: [{ text: 'Second "part"' }], 'metadata.origin': 'x' },
      { text: 'Metadata', metadata: { origin: 'spring' }, note: { by: { name: 'Ada' } } },
      { text: '=1+1', scheduled_at, platform_options: { twitter: { text: 'Shorter' } } },
      { text: 'Bad', platforms: ['myspace'] },
    ];
    const mapping = {
      ...{
        text: 'text',
        labels: 'labels',
        thread: 'thread',
        metadata: 'metadata',
        'metadata.origin': 'metadata.origin',
      },
      ...{
        scheduled_at: 'scheduled_at',
        platform_options: 'platform_options',
        platforms: 'platforms',
        title: 'note.by',
      },
    };
    const fields = { format: 'jsonl', defaults: { platforms: ['twitter'] }, mapping };
    const found = await checked(harness, tenant, rows.map((row) => JSON.stringify(row)).join('\n'), fields);
    const done = await change(harness, tenant, 'imports.run', found.id);
    expect(done.counts).toMatchObject({ created: 4, invalid: 1, failed: 0 });
    const key = [...bucket.objects.keys()].filter((each) => each.includes('/result-')).at(-1)!;
    expect(key).toMatch(/\.jsonl$/);
    expect(String(done.result_url)).toContain(key);
    const file = Buffer.from(bucket.objects.get(key)!).toString();
    expect(JSON.parse(file.split('\n', 1)[0]!)).toMatchObject({
      ...{ text: 'Labels', labels: ['a', 'b'], import_row: 1, import_status: 'created', import_problem: '' },
      import_content_id: itemsOf().find(({ title }) => title === 'Labels')!.id,
    });
    const again = await checked(harness, tenant, file.replace('myspace', 'twitter'), fields);
    expect(again.columns).toEqual(found.columns);
    expect(again.rows.map(({ status }) => status)).toEqual([...Array(4).fill('duplicate'), 'valid']);
  });
});
