import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { counterIncrement } from '../../lib/core/table/versioned.ts';
import { MAX_TEMPLATES } from '../../lib/templates/rules/template.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newAccount, newTemplate } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const create = (tenant: Tenant, body: Json) => callApi('templates.create', { token: tenant.token, body });
const get = (tenant: Tenant, id: string) => callApi('templates.get', { token: tenant.token, params: { id } });
const remove = (tenant: Tenant, id: string) => callApi('templates.delete', { token: tenant.token, params: { id } });
const update = (tenant: Tenant, id: string, body: Json, headers: Record<string, string> = {}) =>
  callApi('templates.update', {
    ...{ token: tenant.token, params: { id }, body },
    headers: { 'content-type': 'application/json', ...headers },
  });
const list = async (tenant: Tenant, query: Record<string, string> = {}) =>
  ((await callApi('templates.list', { token: tenant.token, query })).json.templates as Json[]).map(({ name }) => name);
const pointers = (json: Json) => (json.errors as Json[]).map(({ pointer, code }) => `${pointer} ${code}`);

describe('templates.create', () => {
  describe('201', () => {
    it('returns the template with every variable of its text, and null for one without a default', async () => {
      const body = {
        ...{ kind: 'snippet', name: 'Launch', text: '{{product}} is here: {{url}} {{product}}' },
        variables: { url: 'https://example.com' },
      };
      const tenant = await newTenant();
      const { status, json, headers } = await create(tenant, body);
      expect([status, headers.location, headers.etag]).toEqual([201, `/v1/templates/${json.id}`, '"0"']);
      expect(json).toEqual({
        id: expect.stringMatching(/^tpl_[0-9A-HJKMNP-TV-Z]{26}$/),
        name: 'Launch',
        kind: 'snippet',
        text: body.text,
        variables: { product: null, url: 'https://example.com' },
        accounts: null,
        handles: null,
        platform_options: null,
        created_by: tenant.owner.id,
        created_at: '2026-08-03T10:00:30.000Z',
        updated_at: '2026-08-03T10:00:30.000Z',
      });
      expect((await get(tenant, String(json.id))).json).toEqual(json);
    });

    it('accepts an account set of accounts of the workspace, a mention, and default options', async () => {
      const tenant = await newTenant();
      const { id } = await newAccount(tenant);
      const handles = { x: '@acme', bluesky: '@acme.example.com' };
      const platform_options = { linkedin: { visibility: 'connections', first_comment: 'More' } };
      const set = await newTemplate(tenant, { kind: 'account_set', accounts: [id] });
      const mention = await newTemplate(tenant, { kind: 'mention', handles });
      const options = await newTemplate(tenant, { kind: 'options', platform_options });
      expect(set.accounts).toEqual([id]);
      expect(mention.handles).toEqual({ twitter: '@acme', bluesky: '@acme.example.com' });
      expect(options.platform_options).toEqual(platform_options);
    });
  });

  describe('409', () => {
    it('names the template that has the name, whose case and spaces do not count', async () => {
      const tenant = await newTenant();
      const { id } = await newTemplate(tenant, { name: 'Spring  Launch' });
      const { status, json } = await create(tenant, { kind: 'snippet', name: 'spring launch', text: 'A' });
      expect([status, json.code, json.template_id]).toEqual([409, 'duplicate_name', id]);
      expect(await list(tenant)).toEqual(['Spring  Launch']);
    });

    it('lets one of many requests with the same name at once win', async () => {
      const tenant = await newTenant();
      const texts = ['one', 'two', 'three', 'four', 'five'];
      const answers = await Promise.all(texts.map((text) => create(tenant, { kind: 'snippet', name: 'Launch', text })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
      const won = answers.find(({ status }) => status === 201)!;
      expect(await list(tenant)).toEqual(['Launch']);
      expect((await get(tenant, String(won.json.id))).json.text).toBe(won.json.text);
    });

    it('lets one of two renames to the same name at once win, and the other keep its name', async () => {
      const tenant = await newTenant();
      const made = [await newTemplate(tenant, { name: 'One' }), await newTemplate(tenant, { name: 'Two' })];
      const answers = await Promise.all(made.map(({ id }) => update(tenant, id, { name: 'Three' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [lost] = made.filter((_, index) => answers[index]!.status === 409);
      expect((await list(tenant)).sort()).toEqual([lost!.name, 'Three'].sort());
    });

    it('rejects a template beyond the limit of the workspace', async () => {
      const tenant = await newTenant();
      await commit([counterIncrement(tenant.workspace.id, 'templates', { templates: MAX_TEMPLATES - 1 })]);
      const { id } = await newTemplate(tenant);
      expect((await create(tenant, { kind: 'snippet', name: 'Another', text: 'A' })).json.code).toBe('template_limit');
      await remove(tenant, id);
      await newTemplate(tenant, { name: 'Another' });
    });
  });

  describe('422', () => {
    const kinds = ['snippet', 'hashtags', 'signature', 'account_set', 'mention', 'options'] as const;
    it.each(kinds)('names the field that a template of the kind %s requires', async (kind) => {
      const { json } = await create(await newTenant(), { kind, name: 'A name' });
      const field =
        { account_set: 'accounts', mention: 'handles', options: 'platform_options' }[kind as string] ?? 'text';
      expect(pointers(json)).toEqual([`/${field} required`]);
    });

    it.each([
      ['a field of another kind', { kind: 'mention', handles: { x: '@a' }, text: 'A' }, '/text not_of_kind'],
      ['a default of no variable', { text: 'A', variables: { b: 'B' } }, '/variables/b unknown_variable'],
      ['braces that are no variable', { text: 'A {{ b }}' }, '/text invalid_placeholder'],
      [
        '21 variables',
        { text: Array.from({ length: 21 }, (_, i) => `{{v${i}}}`).join('') },
        '/text too_many_variables',
      ],
      ['101 variables', { text: '{{a}}'.repeat(101) }, '/text too_many_placeholders'],
      ['an account of no one', { kind: 'account_set', accounts: ['acc_1'] }, '/accounts/0 unknown_account'],
      [
        'a private link',
        { kind: 'options', platform_options: { linkedin: { link: 'https://127.0.0.1/' } } },
        '/platform_options/linkedin/link url_refused',
      ],
    ])('names the field of %s, and stores nothing', async (_, fields, expected) => {
      const tenant = await newTenant();
      const { kind = 'snippet' } = fields as Json;
      const { status, json } = await create(tenant, { kind, name: 'A name', ...fields });
      expect([status, json.code]).toEqual([422, 'validation_failed']);
      expect(pointers(json)).toEqual([expected]);
      expect(await list(tenant)).toEqual([]);
    });

    it.each(['{{a}}', '@acme', 'tpl_01K00000000000000000000000', 'a\u200bb'])('rejects the name %s', async (name) => {
      const { status, json } = await create(await newTenant(), { kind: 'snippet', name, text: 'A' });
      expect([status, (json.errors as Json[])[0]!.pointer]).toEqual([422, '/name']);
    });

    it('rejects an account of another workspace as one that does not exist', async () => {
      const { id } = await newAccount(await newTenant());
      const { json } = await create(await newTenant(), { kind: 'account_set', name: 'A', accounts: [id] });
      expect(pointers(json)).toEqual(['/accounts/0 unknown_account']);
    });
  });

  it('is denied to agents, which read templates and draft with them', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch', text: 'It is here.' });
    const { token } = await newAgent(tenant);
    const denied = await callApi('templates.create', { token, body: { kind: 'snippet', name: 'A', text: 'A' } });
    expect([denied.status, denied.json.code]).toEqual([403, 'agent_not_permitted']);
    expect((await callApi('templates.list', { token })).json.templates).toHaveLength(1);
    const body = { title: 'A', platforms: ['twitter'], templates: { snippet: 'Launch' } };
    expect((await callApi('content.create', { token, body })).json.description).toBe('It is here.');
  });

  it('is denied to a token that may only read content', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:read']);
    const { status, json } = await callApi('templates.create', {
      token,
      body: { kind: 'snippet', name: 'A', text: 'A' },
    });
    expect([status, json.code]).toEqual([403, 'insufficient_scope']);
  });
});

describe('templates.list', () => {
  it('returns the templates in the order of their creation, or those of one kind', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'One' });
    advanceTime(1);
    await newTemplate(tenant, { name: 'Two', kind: 'signature' });
    advanceTime(1);
    await newTemplate(tenant, { name: 'Three' });
    expect(await list(tenant)).toEqual(['One', 'Two', 'Three']);
    expect(await list(tenant, { kind: 'snippet' })).toEqual(['One', 'Three']);
    expect(await list(await newTenant())).toEqual([]);
  });
});

describe('templates.update', () => {
  it('keeps the defaults of the variables that a new text still has', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant, { text: '{{a}} {{b}}', variables: { a: 'A', b: 'B' } });
    const { json, headers } = await update(tenant, id, { text: '{{b}} {{c}}' });
    expect([json.variables, headers.etag]).toEqual([{ b: 'B', c: null }, '"1"']);
  });

  it.each([
    ['snippet', { text: '{{a}} {{b}}', variables: { a: 'A' } }],
    ['mention', { handles: { x: '@acme' } }],
    ['options', { platform_options: { linkedin: { visibility: 'connections' } } }],
  ])('accepts the fields of a template of the kind %s as they were read, without effect', async (kind, fields) => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant, { kind, ...fields });
    const { name, text, variables, accounts, handles, platform_options } = (await get(tenant, id)).json;
    const answer = await update(tenant, id, { name, text, variables, accounts, handles, platform_options });
    expect([answer.status, answer.headers.etag, answer.json.errors]).toEqual([200, '"0"', undefined]);
  });

  it('rejects null for a field of its kind', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant);
    expect(pointers((await update(tenant, id, { text: null })).json)).toEqual(['/text required']);
  });

  it('frees the former name, and takes the new one', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant, { name: 'One' });
    await newTemplate(tenant, { name: 'Two' });
    expect((await update(tenant, id, { name: 'TWO' })).json.code).toBe('duplicate_name');
    expect((await update(tenant, id, { name: 'ONE' })).json.name).toBe('ONE');
    expect((await update(tenant, id, { name: 'Three' })).status).toBe(200);
    await newTemplate(tenant, { name: 'One' });
    expect(storedRecords(harness, 'TemplateName')).toHaveLength(3);
  });

  it('changes nothing for a stale If-Match, and for the same values', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant);
    expect((await update(tenant, id, { text: 'B' }, { 'if-match': '"0"' })).status).toBe(200);
    const stale = await update(tenant, id, { text: 'C' }, { 'if-match': '"0"' });
    expect([stale.status, stale.headers.etag]).toEqual([412, '"1"']);
    expect((await update(tenant, id, { text: 'B' })).headers.etag).toBe('"1"');
    const deletion = { token: tenant.token, params: { id }, headers: { 'if-match': '"0"' } };
    expect((await callApi('templates.delete', deletion)).status).toBe(412);
    expect((await get(tenant, id)).json.text).toBe('B');
  });

  it('rejects a field of another kind', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant, { kind: 'mention', handles: { x: '@acme' } });
    expect(pointers((await update(tenant, id, { text: 'A' })).json)).toEqual(['/text not_of_kind']);
  });
});

describe('templates.delete', () => {
  it('releases the name, and a second deletion is 404', async () => {
    const tenant = await newTenant();
    const { id } = await newTemplate(tenant, { name: 'One' });
    expect((await remove(tenant, id)).json).toEqual({ success: true, message: `Template ${id} is deleted.` });
    expect([(await remove(tenant, id)).status, (await get(tenant, id)).status]).toEqual([404, 404]);
    expect(storedRecords(harness, 'TemplateName')).toEqual([]);
    await newTemplate(tenant, { name: 'One' });
  });

  it('finds no template of another workspace', async () => {
    const { id } = await newTemplate(await newTenant());
    const other = await newTenant();
    const statuses = [(await get(other, id)).status, (await update(other, id, { text: 'B' })).status];
    expect([...statuses, (await remove(other, id)).status]).toEqual([404, 404, 404]);
  });
});
