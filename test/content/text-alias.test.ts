import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newContent, newRecurrence } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const post = { platforms: ['twitter'] };
const plan = { ...post, rule: 'FREQ=DAILY', time: '09:00' };
const send = (tenant: Tenant, operation: string, body: Json, id?: string) =>
  callApi(operation as never, { token: tenant.token, body, ...(id ? { params: { id } } : {}) });
const errorsOf = ({ json }: { json: Json }) => (json.errors as Json[]).map(({ pointer, code }) => `${pointer} ${code}`);

const CREATIONS: [string, Json][] = [
  ['content.create', post],
  ['content.validate', post],
  ['recurrences.create', plan],
];

describe('text', () => {
  it('is the description, and its first line the title', async () => {
    const tenant = await newTenant();
    for (const [operation, fields] of CREATIONS) {
      const { status, json, text } = await send(tenant, operation, { ...fields, text: '\nFirst line \nSecond line' });
      expect(status, text).toBeLessThan(300);
      if (operation !== 'content.validate') {
        expect(json).toMatchObject({ title: 'First line', description: '\nFirst line \nSecond line' });
        expect(json).not.toHaveProperty('text');
      }
    }
  });

  it('keeps a title, and may be the same as the description', async () => {
    const tenant = await newTenant();
    const body = { ...post, title: 'A title', text: 'A text', description: 'A text' };
    expect((await send(tenant, 'content.create', body)).json).toMatchObject({
      title: 'A title',
      description: 'A text',
    });
  });

  it('changes a title that is the first line of the former text, until a person gives another one', async () => {
    const tenant = await newTenant();
    const steps = [
      [{ text: 'Second\nline' }, 'Second'],
      [{ text: 'Third', title: 'Mine' }, 'Mine'],
      [{ text: 'Fourth' }, 'Mine'],
    ] as const;
    for (const [create, change] of [
      ['content.create', 'content.update'],
      ['recurrences.create', 'recurrences.update'],
    ] as const) {
      const rule = create === 'content.create' ? {} : { rule: plan.rule, time: plan.time };
      const params = { id: String((await send(tenant, create, { ...post, ...rule, text: 'First' })).json.id) };
      for (const [body, title] of steps) {
        const { json } = await callApi(change, { token: tenant.token, params, body });
        expect([json.title, json.description]).toEqual([title, body.text]);
      }
    }
  });

  it('leaves a title that equals the first line of the former description to a request with `description`', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'Sale', description: 'Sale' });
    const answer = await callApi('content.update', {
      token: tenant.token,
      params: { id },
      body: { description: 'New' },
    });
    expect(answer.json).toMatchObject({ title: 'Sale', description: 'New' });
  });

  it('changes the description of an item and of a recurrence, and no title', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'A title', description: 'Before' });
    const item = await send(tenant, 'content.update', { text: 'After' }, id);
    expect([item.status, item.json]).toMatchObject([200, { title: 'A title', description: 'After' }]);
    const { id: recurrence } = await newRecurrence(tenant, { title: 'A title' });
    const changed = await send(tenant, 'recurrences.update', { text: 'After' }, recurrence);
    expect([changed.status, changed.json]).toMatchObject([200, { title: 'A title', description: 'After' }]);
  });

  it('with another description is rejected, and names both', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const before = storedItems(table).length;
    const both = { text: 'One', description: 'Two' };
    for (const [operation, fields] of CREATIONS) {
      const answer = await send(tenant, operation, { ...fields, title: 'A title', ...both });
      expect([answer.status, errorsOf(answer)]).toEqual([422, ['/text invalid', '/description invalid']]);
    }
    const answer = await send(tenant, 'content.update', both, id);
    expect([answer.status, errorsOf(answer)]).toEqual([422, ['/text invalid', '/description invalid']]);
    expect(storedItems(table)).toHaveLength(before);
  });

  it('is required without a title, also beside a description', async () => {
    const tenant = await newTenant();
    for (const [operation, fields] of CREATIONS) {
      for (const body of [fields, { ...fields, description: 'A text' }]) {
        expect(errorsOf(await send(tenant, operation, body))).toEqual(['/title required']);
      }
    }
  });

  it('that a platform rejects is named as it was sent', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const text = 'a'.repeat(300);
    const answers = [
      await send(tenant, 'content.create', { ...post, text }),
      await send(tenant, 'content.update', { text }, id),
    ];
    for (const answer of answers) expect(errorsOf(answer)).toEqual(['/text text_too_long']);
    const { json } = await send(tenant, 'content.create', { ...post, title: 'A title', description: text });
    expect(errorsOf({ json })).toEqual(['/description text_too_long']);
  });
});

describe('the errors of a request', () => {
  it('name the field of a text where a title is too long', async () => {
    const { json } = await send(await newTenant(), 'content.create', { ...post, title: 'a'.repeat(301) });
    expect(json.errors).toMatchObject([{ pointer: '/title', detail: expect.stringContaining('`description`') }]);
  });

  it('include an invalid time beside the other fields, and name both forms of a time', async () => {
    const tenant = await newTenant();
    const body = { title: 5, platforms: [], scheduled_at: 'tomorrow' };
    const answer = await send(tenant, 'content.create', body);
    expect(errorsOf(answer)).toEqual(['/title invalid_type', '/platforms too_small', '/scheduled_at invalid_time']);
    const [, , time] = answer.json.errors as Json[];
    expect(time!.detail).toContain('or {"local", "time_zone"}');
  });
});
