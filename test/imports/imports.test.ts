import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { change, checked, followImports, newImport, readImport } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newAccount, newContent, newQueue } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { killAt, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

simulatePlatforms();

// A mapping that says nothing about the state.
const MAPPED = { text: 'content', platforms: 'integration.providerIdentifier', scheduled_at: 'publishDate', key: 'id' };
const lines = (...rows: string[]) => rows.join('\r\n');
const day = (days: number) => inSeconds(days * 86_400).slice(0, 10);
const itemsOf = () => storedRecords<Json & { id: string; title: string }>(harness, 'Content');

describe('the check of an import', () => {
  it('says what each row would become, and creates nothing', async () => {
    const tenant = await newTenant();
    const file = lines(
      'Text;Platforms;Date;Time;Time zone;Labels',
      `"Hello; ""world""";twitter, linkedin;${day(3)};09:30;Europe/Berlin;News, Summer`,
      `Draft;x;;;;`,
      `No platform;;${day(3)};10:00;;`,
      `Late;twitter;2020-01-01;10:00;;`,
      `Wrong time;twitter;tomorrow;10:00;;`,
      `Wrong platform;myspace;${day(4)};10:00;;`,
    );
    const found = await checked(harness, tenant, file, { name: 'plan.csv' });
    expect(found).toMatchObject({
      ...{ status: 'ready', name: 'plan.csv', source: null, dry_run: true },
      mapping: { text: 'Text', platforms: 'Platforms', date: 'Date', time: 'Time', time_zone: 'Time zone' },
      counts: { valid: 2, invalid: 4, created: 0 },
      progress: { position: 6, row_count: 6 },
    });
    expect(found.rows[0]).toMatchObject({
      ...{ row: 1, status: 'valid', title: 'Hello; "world"', platforms: ['twitter', 'linkedin'] },
      scheduled_local: { local: `${day(3)}T09:30`, time_zone: 'Europe/Berlin' },
      warnings: [{ code: 'account_missing' }, { code: 'account_missing' }],
    });
    expect(found.rows[1]).toMatchObject({ status: 'valid', scheduled_at: null, platforms: ['twitter'] });
    const problems = found.rows
      .slice(2)
      .map((row) => row.problems.map(({ field, column, code }) => [field, column, code]));
    expect(problems).toEqual([
      [['platforms', 'Platforms', 'invalid']],
      [['date', 'Date', 'time_in_past']],
      [['date', 'Date', 'invalid_time']],
      [['platforms', 'Platforms', 'invalid_value']],
    ]);
    expect(itemsOf()).toEqual([]);
    expect(storedRecords(harness, 'Label')).toEqual([]);
    expect((await readImport(tenant, found.id, { rows: 'problems' })).rows.map(({ row }) => row)).toEqual([3, 4, 5, 6]);
  });

  it('shows a local time as it was given, and warns that the clock skips it or shows it twice', async () => {
    const tenant = await newTenant();
    const file = lines(
      'text,platforms,scheduled_at,time_zone',
      'Skipped,twitter,2027-03-28 02:30,Europe/Berlin',
      'Repeated,twitter,2026-10-25 02:30,Europe/Berlin',
    );
    const { rows } = await checked(harness, tenant, file);
    expect(rows).toMatchObject([
      { scheduled_at: '2027-03-28T01:30:00.000Z', warnings: [{}, { code: 'local_time_skipped' }] },
      { scheduled_at: '2026-10-25T00:30:00.000Z', warnings: [{}, { code: 'local_time_repeated' }] },
    ]);
    expect(rows[0]!.scheduled_local).toEqual({ local: '2027-03-28T02:30', time_zone: 'Europe/Berlin' });
  });

  // A rejection that nothing handles fails the run of the tests, and ends the process of a function.
  it('handles the failure of each of its rows when it is killed at any of its commands', async () => {
    const tenant = await newTenant();
    const file = lines('text,platforms,scheduled_at', ...[1, 2, 3, 4].map((n) => `Row ${n},twitter,${day(n)} 09:00`));
    const { id } = await newImport(tenant, file);
    const records = harness.changes();
    for (let n = 1, isReached = true; isReached; n++) {
      const kill = killAt(harness.table, n);
      await processStreamRecords(records).catch(() => {});
      harness.table.fault = null;
      isReached = kill.reached();
    }
    await followImports(harness);
    expect((await readImport(tenant, id)).counts).toMatchObject({ valid: 4, invalid: 0 });
  });

  it('takes the free slots of the queue in the order of the rows, and none for a wrong one', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    const before = await callApi('queues.list-slots', { token: tenant.token, params: { id: queue.id } });
    const free = (before.json.slots as { slot_at: string }[]).map(({ slot_at }) => slot_at);
    const file = lines('text,platforms', 'One,twitter', 'Two,myspace', 'Three,twitter');
    const found = await checked(harness, tenant, file, { defaults: { queue: queue.id } });
    expect(found.rows.map(({ scheduled_at }) => scheduled_at)).toEqual([free[0], null, free[1]]);
    const { counts, rows } = await change(harness, tenant, 'imports.run', found.id);
    expect(counts).toMatchObject({ valid: 2, invalid: 1, created: 2, failed: 0 });
    expect(rows.map(({ status, scheduled_at }) => [status, scheduled_at])).toEqual([
      ['created', free[0]],
      ['invalid', null],
      ['created', free[1]],
    ]);
  });

  it('shows one time of a row whose slot another post has taken before the run, also when it is checked again', async () => {
    const tenant = await newTenant();
    const queue = await newQueue(tenant);
    const found = await checked(harness, tenant, lines('text,platforms', 'One,twitter'), {
      defaults: { queue: queue.id },
    });
    await newContent(tenant, { title: 'Faster', description: 'Faster', queue: queue.id });
    const { rows } = await change(harness, tenant, 'imports.run', found.id);
    const [item] = itemsOf().filter(({ title }) => title === 'One');
    const { json } = await callApi('content.get', { token: tenant.token, params: { id: item!.id } });
    const { scheduled_at, scheduled_local } = json;
    expect(rows).toMatchObject([{ status: 'created', scheduled_at, scheduled_local }]);
    expect(scheduled_at).not.toBe(found.rows[0]!.scheduled_at);
    const again = await change(harness, tenant, 'imports.update', found.id, { defaults: { queue: queue.id } });
    expect(again.rows).toMatchObject([{ status: 'created', scheduled_at, scheduled_local }]);
  });

  it('finds duplicates in the file, of items and of earlier imports', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const at = `${day(5)} 09:00`;
    const other = await callApi('content.create', {
      token: tenant.token,
      body: {
        title: 'There',
        description: 'Already there',
        platforms: ['twitter'],
        scheduled_at: `${day(5)}T09:00:00Z`,
      },
    });
    const file = lines(
      'key,text,platforms,scheduled_at',
      `a,First,twitter,${at}`,
      `a,Same key,twitter,${at}`,
      `b,first ,twitter,${day(5)} 12:00`,
      `c,ALREADY there,twitter,${at}`,
      `d,First,twitter,${day(9)} 09:00`,
    );
    const found = await checked(harness, tenant, file);
    expect(found.rows.map(({ status, problems }) => [status, ...problems.map(({ code }) => code)])).toEqual([
      ['valid'],
      ['duplicate', 'duplicate_row'],
      ['duplicate', 'duplicate_content'],
      ['duplicate', 'duplicate_content'],
      ['valid'],
    ]);
    expect(found.rows[3]!.problems[0]).toMatchObject({ content_id: other.json.id });
    const { rows } = await change(harness, tenant, 'imports.run', found.id);
    const again = await checked(harness, tenant, file.replace('First,twitter', 'Changed,twitter'));
    expect(again.rows[0]).toMatchObject({
      status: 'duplicate',
      problems: [{ code: 'duplicate_row', content_id: rows[0]!.content_id }],
    });
  });

  it.each([
    ['', 'no_rows', 'text\r\n'],
    ['of one column twice', 'duplicate_column', 'text,text\na,b'],
    ['with an open quote', 'invalid_csv', 'text\n"a'],
    ['with too many rows', 'too_many_rows', `text\n${'a\n'.repeat(10_001)}`],
  ])('fails for a file %s: %s', async (_, code, content) => {
    const tenant = await newTenant();
    const found = await checked(harness, tenant, content);
    expect(found).toMatchObject({ status: 'failed', problem: { code }, rows: [] });
  });

  it('fails for a JSON line of many levels at the first attempt', async () => {
    const tenant = await newTenant();
    const line = `{"text":"a","platforms":"twitter","thread":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const found = await checked(harness, tenant, line, { format: 'jsonl' });
    expect(found).toMatchObject({ status: 'failed', problem: { code: 'value_too_deep' } });
  });

  it('of a file of Postiz plans what is queued, keeps drafts, and rejects what Postiz has published or tried to', async () => {
    const tenant = await newTenant();
    const posts = ['QUEUE', 'DRAFT', 'PUBLISHED', 'ERROR'].map((state, index) => ({
      ...{ id: `p${index}`, content: `<p>Post ${index}</p>`, publishDate: inSeconds(86_400 * (index + 1)), state },
      integration: { providerIdentifier: 'x' },
    }));
    const content = JSON.stringify({ posts });
    const found = await checked(harness, tenant, content, { format: 'jsonl', mapping: MAPPED });
    expect(found.rows).toMatchObject([
      { status: 'valid', scheduled_at: posts[0]!.publishDate },
      { status: 'valid', scheduled_at: null },
      { status: 'invalid', problems: [{ field: 'state', column: 'state', code: 'published_elsewhere' }] },
      { status: 'invalid', problems: [{ field: 'state', column: 'state', code: 'failed_elsewhere' }] },
    ]);
    await change(harness, tenant, 'imports.run', found.id);
    const statuses = itemsOf().map(({ title, status }) => [title, status]);
    expect(statuses.sort()).toEqual([
      ['Post 0', 'scheduled'],
      ['Post 1', 'draft'],
    ]);
  });

  it('has no place for a third import at a time, and none for one of another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { id } = await newImport(tenant, 'text\na');
    await newImport(tenant, 'text\nb');
    const third = await callApi('imports.create', { token: tenant.token, body: { format: 'csv', content: 'text\nc' } });
    expect([third.status, third.json.type]).toEqual([409, expect.stringContaining('import_limit')]);
    for (const operation of ['imports.get', 'imports.run', 'imports.undo'] as const) {
      expect((await callApi(operation, { token: other.token, params: { id } })).status).toBe(404);
    }
    await followImports(harness);
    expect(
      (await callApi('imports.create', { token: tenant.token, body: { format: 'csv', content: 'text\nc' } })).status,
    ).toBe(202);
  });
});

describe('an import', () => {
  it('runs after its check without a dry run, in the name of the member who has created it', async () => {
    const tenant = await newTenant();
    const { id } = await newImport(tenant, lines('text,platforms', 'One,twitter'), { dry_run: false });
    await followStream(harness);
    await followImports(harness);
    expect(await readImport(tenant, id)).toMatchObject({ status: 'completed', counts: { created: 1 } });
    const entries = await auditLog(tenant);
    expect(entries.find(({ resource }) => resource.type === 'content')).toMatchObject({
      ...{ action: 'created', operation: 'imports.run', actor: { user_id: tenant.owner.id } },
    });
    const [event] = storedRecords<{ type: string; data: string }>(harness, 'Event').filter(
      ({ type }) => type === 'import.completed',
    );
    expect(JSON.parse(event!.data)).toMatchObject({ id, status: 'completed', counts: { created: 1 } });
  });

  it('takes corrected cells, and makes no second item of a good row', async () => {
    const tenant = await newTenant();
    const found = await checked(
      harness,
      tenant,
      lines('text,platforms', 'Good,twitter', 'Bad,myspace', 'Worse,myspace'),
    );
    await change(harness, tenant, 'imports.run', found.id);
    const corrections = [{ row: 2, values: { platforms: 'linkedin' } }];
    const ready = await change(harness, tenant, 'imports.update', found.id, { corrections });
    expect(ready.rows.map(({ status }) => status)).toEqual(['created', 'valid', 'invalid']);
    const done = await change(harness, tenant, 'imports.run', found.id);
    expect(done.counts).toMatchObject({ created: 2, invalid: 1 });
    expect(
      itemsOf()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Bad', 'Good']);
    const corrected = await checked(
      harness,
      tenant,
      lines('text,platforms', 'Good,twitter', 'Bad,linkedin', 'Worse,x'),
    );
    expect(corrected.rows.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'valid']);
  });

  it('takes the corrections of a second person while those of the first are checked', async () => {
    const tenant = await newTenant();
    const { id } = await checked(harness, tenant, lines('text,platforms', 'One,myspace', 'Two,myspace'));
    for (const row of [1, 2]) {
      const corrections = [{ row, values: { platforms: 'twitter' } }];
      const body = { corrections };
      const answer = await callApi('imports.update', { token: tenant.token, params: { id }, body });
      expect([answer.status, answer.json.status], answer.text).toEqual([200, 'checking']);
    }
    await followImports(harness);
    expect((await readImport(tenant, id)).counts).toMatchObject({ valid: 2, invalid: 0 });
  });

  it('of which a column is missing can be corrected and mapped in one request', async () => {
    const tenant = await newTenant();
    const fields = { mapping: { text: 'text', platforms: 'Network' } };
    const { id } = await checked(harness, tenant, lines('text,platforms', 'One,myspace'), fields);
    const corrections = [{ row: 1, values: { platforms: 'twitter' } }];
    const mapping = { text: 'text', platforms: 'platforms' };
    const { counts } = await change(harness, tenant, 'imports.update', id, { mapping, corrections });
    expect(counts).toMatchObject({ valid: 1, invalid: 0 });
  });

  it('does not run what a person has not seen', async () => {
    const tenant = await newTenant();
    const seen = await checked(harness, tenant, lines('text,platforms', 'One,twitter'));
    const corrections = [{ row: 1, values: { text: 'Another' } }];
    advanceTime(1_000);
    const { completed_at } = await change(harness, tenant, 'imports.update', seen.id, { corrections });
    const run = (checked_at: unknown) =>
      callApi('imports.run', { token: tenant.token, params: { id: seen.id }, body: { checked_at } as Json });
    const stale = await run(seen.completed_at);
    expect([stale.status, stale.json.code]).toEqual([409, 'import_changed']);
    expect((await run(completed_at)).status).toBe(202);
  });

  it('maps columns as requested, and rejects those that the file does not have', async () => {
    const tenant = await newTenant();
    const found = await checked(harness, tenant, lines('A,B', 'Hello,twitter'));
    expect(found.rows[0]!.status).toBe('invalid');
    const body = { mapping: { text: 'A', platforms: 'C' } };
    const wrong = await callApi('imports.update', { token: tenant.token, params: { id: found.id }, body });
    expect([wrong.status, (wrong.json.errors as Json[])[0]!.pointer]).toEqual([422, '/mapping/platforms']);
    const mapped = await change(harness, tenant, 'imports.update', found.id, {
      mapping: { text: 'A', platforms: 'B' },
    });
    expect(mapped.rows[0]).toMatchObject({ status: 'valid', title: 'Hello' });
  });

  it('has no defaults that the workspace does not have', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [account, queue] = [await newAccount(other), await newQueue(other)];
    const { id } = await newImport(tenant, 'text\na');
    for (const [defaults, pointer] of [
      [{ accounts: [account.id] }, '/defaults/accounts/0'],
      [{ queue: queue.id }, '/defaults/queue'],
      [{ queue: 'mistyped' }, '/defaults/queue'],
      [{ templates: { signature: 'mistyped' } }, '/defaults/templates/signature'],
    ] as const) {
      const body = { format: 'csv', content: 'text\nb', defaults };
      const answers = [
        await callApi('imports.create', { token: tenant.token, body }),
        await callApi('imports.update', { token: tenant.token, params: { id }, body: { defaults } }),
      ];
      for (const { status, json } of answers) expect([status, json.errors]).toMatchObject([422, [{ pointer }]]);
    }
  });

  it('of an upload is checked once the file is there', async () => {
    const tenant = await newTenant();
    const body = { format: 'csv', size_bytes: 20 };
    const { json } = await callApi('imports.create', { token: tenant.token, body });
    const id = String(json.id);
    expect(json).toMatchObject({ status: 'uploading', upload: { method: 'PUT', headers: { 'content-length': '20' } } });
    const early = await callApi('imports.update', { token: tenant.token, params: { id }, body: { uploaded: true } });
    expect([early.status, early.json.type]).toEqual([409, expect.stringContaining('import_not_uploaded')]);
    const { url } = json.upload as { url: string };
    bucket.objects.set(new URL(url).pathname.slice(1), Buffer.from('text,platforms\nHi,x\n'));
    const found = await change(harness, tenant, 'imports.update', id, { uploaded: true });
    expect(found).toMatchObject({ status: 'ready', counts: { valid: 1 }, upload: null });
  });

  it('is undone without the items that are live, and can be imported again', async () => {
    const tenant = await newTenant();
    const file = lines('text,platforms', 'One,twitter', 'Two,twitter', 'Three,twitter');
    const found = await checked(harness, tenant, file);
    await change(harness, tenant, 'imports.run', found.id);
    const live = itemsOf().find(({ title }) => title === 'Two')!;
    const item = harness.table.items().find(({ entity, id }) => entity === 'Content' && id === live.id)!;
    const target = {
      schedule_id: 'scd_01K00000000000000000000000',
      platform: 'twitter',
      account_id: null,
      status: 'published',
    };
    harness.table.insert({
      ...item,
      status: 'published',
      targets: { twitter: { ...target, scheduled_at: inSeconds(0) } },
    });
    harness.changes();
    const undone = await change(harness, tenant, 'imports.undo', found.id);
    expect(undone).toMatchObject({ status: 'undone', counts: { created: 0, removed: 2, kept: 1 } });
    expect(undone.rows.map(({ status }) => status)).toEqual(['removed', 'created', 'removed']);
    expect(itemsOf().map(({ title }) => title)).toEqual(['Two']);
    const again = await checked(harness, tenant, file);
    expect(again.rows.map(({ status }) => status)).toEqual(['valid', 'duplicate', 'valid']);
    expect((await callApi('imports.run', { token: tenant.token, params: { id: found.id } })).status).toBe(409);
  });
});
