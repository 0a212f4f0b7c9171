import { describe, expect, it } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newAccount, newTemplate, PICTURES } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const create = (tenant: Tenant, fields: Json) =>
  callApi('content.create', {
    token: tenant.token,
    body: { title: 'A title', platforms: ['twitter', 'linkedin'], ...fields },
  });
const update = (tenant: Tenant, id: unknown, body: Json) =>
  callApi('content.update', { token: tenant.token, params: { id: String(id) }, body });
const read = async (tenant: Tenant, id: unknown) =>
  (await callApi('content.get', { token: tenant.token, params: { id: String(id) } })).json;
const problem = ({ status, json }: { status: number; json: Json }) => {
  const [first] = (json.errors ?? []) as Json[];
  return [status, first?.pointer, first?.code];
};

const HANDLES = { x: '@acme', instagram: '@acme.pictures' };

describe('templates of a content item', () => {
  it('make its text of the snippet, the signature and the hashtags, with values and defaults', async () => {
    const tenant = await newTenant();
    const text = '{{product}} is here: {{url}}';
    const { id } = await newTemplate(tenant, { name: 'Launch', text, variables: { url: 'https://example.com' } });
    await newTemplate(tenant, { kind: 'signature', name: 'Team', text: '{{author}}, Acme' });
    await newTemplate(tenant, { kind: 'hashtags', name: 'Summer', text: '#summer #{{product}}' });
    const variables = { product: 'jacket', author: 'Ada' };
    const { json } = await create(tenant, {
      templates: { snippet: 'LAUNCH', signature: 'team', hashtags: 'Summer', variables },
    });
    expect(json.description).toBe('jacket is here: https://example.com\n\nAda, Acme\n\n#summer #jacket');
    const byId = await create(tenant, { title: 'B', templates: { snippet: id, variables: { product: 'coat' } } });
    expect(byId.json.description).toBe('coat is here: https://example.com');
  });

  it('end the description of a request, and the title of a new item without one', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { kind: 'signature', name: 'Team', text: 'Acme' });
    const templates = { signature: 'Team' };
    const { json } = await create(tenant, { title: 'News', templates });
    expect([json.title, json.description]).toEqual(['News', 'News\n\nAcme']);
    expect((await update(tenant, json.id, { description: 'More', templates })).json.description).toBe('More\n\nAcme');
    expect(problem(await update(tenant, json.id, { templates }))).toEqual([422, '/description', 'required']);
  });

  it('insert values as they are: placeholders in a value stay text', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch', text: 'About {{a}} {{b}}' });
    await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: HANDLES });
    const { json } = await create(tenant, {
      templates: { snippet: 'Launch', variables: { a: '{{b}}', b: '{{@Acme}} $&' } },
    });
    expect(json.description).toBe('About {{b}} {{@Acme}} $&');
    expect((await update(tenant, json.id, { title: 'B' })).json.description).toBe('About {{b}} {{@Acme}} $&');
  });

  it('select the accounts of a set on the platforms of the item', async () => {
    const tenant = await newTenant();
    const [onX, onLinkedin] = [
      await newAccount(tenant),
      await newAccount(tenant, { platform: 'linkedin', external_id: 'urn:li:person:abc' }),
    ];
    await newTemplate(tenant, { kind: 'account_set', name: 'Brand', accounts: [onX.id, onLinkedin.id] });
    const templates = { account_set: 'Brand' };
    const { json } = await create(tenant, { platforms: ['twitter'], templates });
    expect(json.accounts).toEqual([onX.id]);
    const both = await update(tenant, json.id, { platforms: ['twitter', 'linkedin'], templates });
    expect(both.json.accounts).toEqual([onX.id, onLinkedin.id]);
    const twice = await create(tenant, { platforms: ['twitter'], accounts: [onX.id], templates });
    expect(problem(twice)).toEqual([422, '/templates/account_set', 'not_with_accounts']);
    const elsewhere = await create(tenant, { platforms: ['bluesky'], templates });
    expect(problem(elsewhere)).toEqual([422, '/templates/account_set', 'not_of_platforms']);
    await callApi('accounts.delete', { token: tenant.token, params: { id: onX.id } });
    const lost = await create(tenant, { title: 'B', platforms: ['linkedin'], templates });
    expect(problem(lost)).toEqual([422, '/templates/account_set', 'unknown_account']);
  });

  it('give default options to its platforms, where it has none of its own', async () => {
    const tenant = await newTenant();
    const platform_options = {
      linkedin: { visibility: 'connections', first_comment: 'More' },
      bluesky: { link: 'https://example.com/' },
    };
    await newTemplate(tenant, { kind: 'options', name: 'Defaults', platform_options });
    const templates = { options: 'Defaults' };
    const { json } = await create(tenant, { templates });
    expect(json.platform_options).toEqual({ linkedin: { visibility: 'connections', first_comment: 'More' } });
    const own = { linkedin: { visibility: 'public', text: 'Hello' } };
    const mixed = await create(tenant, { title: 'B', platform_options: own, first_comment: 'Own', templates });
    expect(mixed.json.platform_options).toEqual(own);
  });

  it('stay in the item as they were when it was written: changes and deletions of a template change nothing', async () => {
    const tenant = await newTenant();
    const template = await newTemplate(tenant, { name: 'Launch', text: 'One' });
    const { json } = await create(tenant, { templates: { snippet: 'Launch' } });
    await callApi('templates.update', { token: tenant.token, params: { id: template.id }, body: { text: 'Two' } });
    await callApi('templates.delete', { token: tenant.token, params: { id: template.id } });
    expect((await read(tenant, json.id)).description).toBe('One');
    const again = await create(tenant, { title: 'B', templates: { snippet: 'Launch' } });
    expect(problem(again)).toEqual([422, '/templates/snippet', 'template_not_found']);
  });

  it('are previewed by validate, which names the text that is too long', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch', text: 'Hello {{@Acme}} {{a}}' });
    await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: HANDLES });
    const validate = (a: string) =>
      callApi('content.validate', {
        token: tenant.token,
        body: { title: 'A', platforms: ['twitter', 'linkedin'], templates: { snippet: 'Launch', variables: { a } } },
      });
    const { json } = await validate('A');
    expect((json.platforms as Json[]).map(({ text }) => text)).toEqual(['Hello @acme A', 'Hello Acme A']);
    expect(problem(await validate('A'.repeat(280)))).toEqual([422, '/platform_options/twitter/text', 'text_too_long']);
  });

  it.each<[string, Json, string]>([
    [
      'a template that does not exist',
      { templates: { signature: 'Other Corp' } },
      '/templates/signature template_not_found',
    ],
    [
      'one name for two kinds',
      { templates: { snippet: 'Launch', signature: 'LAUNCH', variables: { a: 'A' } } },
      '/templates/signature template_not_found',
    ],
    ['a template of another kind', { templates: { signature: 'Launch' } }, '/templates/signature template_not_found'],
    ['a variable without a value', { templates: { snippet: 'Launch' } }, '/templates/variables/a required'],
    [
      'a value of no variable',
      { templates: { snippet: 'Launch', variables: { a: 'A', constructor: 'B' } } },
      '/templates/variables/constructor unknown_variable',
    ],
    ['values without a template', { templates: { variables: { a: 'A' } } }, '/templates/variables/a unknown_variable'],
    [
      'a snippet with a description',
      { description: 'A', templates: { snippet: 'Launch', variables: { a: 'A' } } },
      '/templates/snippet not_with_description',
    ],
    ['a mention that does not exist', { description: 'Hello {{@Other Corp}}' }, '/description mention_not_found'],
    ['a mention that is a snippet', { thread: [{ text: '{{@Launch}}' }] }, '/thread/0/text mention_not_found'],
    [
      'a mention of a platform that does not exist',
      { platform_options: { twitter: { first_comment: '{{@Other Corp}}' } } },
      '/platform_options/twitter/first_comment mention_not_found',
    ],
    [
      '21 mentions',
      { description: Array.from({ length: 21 }, (_, i) => `{{@m${i}}}`).join('') },
      '/description too_many_mentions',
    ],
  ])('name the field of %s, and store nothing', async (_, fields, expected) => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch', text: 'A {{a}}' });
    const answer = await create(tenant, fields);
    expect(problem(answer)).toEqual([422, ...expected.split(' ')]);
    expect((await callApi('content.list', { token: tenant.token })).json.data).toEqual([]);
  });

  it('are those of the workspace: a template of another one is not found, by name or id', async () => {
    const { id } = await newTemplate(await newTenant(), { name: 'Launch' });
    const tenant = await newTenant();
    for (const snippet of [id, 'Launch']) {
      const answer = await create(tenant, { templates: { snippet } });
      expect(problem(answer)).toEqual([422, '/templates/snippet', 'template_not_found']);
    }
  });

  it('require the permission to read content, because the response shows them', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch' });
    const token = await newToken(tenant, ['content:write']);
    const body = { title: 'A', platforms: ['twitter'], templates: { snippet: 'Launch' } };
    for (const operation of ['content.create', 'content.validate'] as const) {
      const { status, json } = await callApi(operation, { token, body });
      expect([status, json.required_permissions]).toEqual([403, ['content:read']]);
    }
  });

  it('are not read by a request that names none', async () => {
    const tenant = await newTenant();
    await newTemplate(tenant);
    const read: string[] = [];
    harness.table.fault = (_, input) => {
      read.push(JSON.stringify(input));
      return null;
    };
    await create(tenant, { description: 'No {{placeholder}} of a mention' }).finally(() => {
      harness.table.fault = null;
    });
    expect(read.join()).toContain('#CONTENT');
    expect(read.join()).not.toContain('#TEMPLATE');
  });
});

describe('a saved mention', () => {
  const acme = (tenant: Tenant) => newTemplate(tenant, { kind: 'mention', name: 'Acme Corp', handles: HANDLES });

  it('is the handle of each platform, and its name where it has none', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const { json } = await create(tenant, {
      platforms: ['twitter', 'bluesky'],
      title: 'With {{@acme corp}}',
      description: 'Hello {{@Acme Corp}}!',
      thread: [{ text: 'Thanks' }, { text: 'to {{@Acme Corp}}' }],
      first_comment: 'By {{@Acme Corp}}',
    });
    expect(json).toMatchObject({
      title: 'With Acme Corp',
      description: 'Hello Acme Corp!',
      first_comment: 'By Acme Corp',
    });
    expect((json.thread as Json[]).map(({ text }) => text)).toEqual(['Thanks', 'to Acme Corp']);
    expect(json.platform_options).toMatchObject({
      twitter: { text: 'Hello @acme!', first_comment: 'By @acme', thread: [{ text: 'Thanks' }, { text: 'to @acme' }] },
    });
    expect(Object.keys(json.platform_options as Json)).toEqual(['twitter']);
  });

  it('is its name in each alternative text of a file', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const media = [{ ...PICTURES[0], alt: 'The team of {{@acme corp}}' }];
    const thread = [{ text: 'Two', media }];
    const { json } = await create(tenant, {
      platforms: ['x'],
      media,
      thread,
      platform_options: { x: { media, thread } },
    });
    const shown = [{ ...PICTURES[0], alt: 'The team of Acme Corp' }];
    const shownThread = [{ text: 'Two', media: shown }];
    expect([json.media, json.thread]).toEqual([shown, shownThread]);
    expect(json.platform_options).toEqual({ twitter: { media: shown, thread: shownThread } });
    const edited = await update(tenant, json.id, { media: [{ ...PICTURES[0], alt: 'By {{@Acme Corp}}' }] });
    expect(edited.json.media).toMatchObject([{ alt: 'By Acme Corp' }]);
    const files = [PICTURES[0], { ...PICTURES[0], alt: '{{@Former}}' }];
    expect(problem(await update(tenant, json.id, { media: files }))).toEqual([
      422,
      '/media/1/alt',
      'mention_not_found',
    ]);
  });

  it('is replaced in the text of a platform for this platform', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const { json } = await create(tenant, {
      description: 'Hello',
      platform_options: { x: { text: 'Hi {{@Acme Corp}}' }, linkedin: { text: 'Dear {{@Acme Corp}}' } },
    });
    expect(json.platform_options).toEqual({ twitter: { text: 'Hi @acme' }, linkedin: { text: 'Dear Acme Corp' } });
  });

  it('leaves no text behind when a later update changes the text', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const { json } = await create(tenant, { description: 'One {{@Acme Corp}}', first_comment: '{{@Acme Corp}}' });
    const titled = await update(tenant, json.id, { title: 'B' });
    expect(titled.json.platform_options).toEqual({ twitter: { text: 'One @acme', first_comment: '@acme' } });
    const again = await update(tenant, json.id, { description: 'Two {{@Acme Corp}}' });
    expect(again.json.platform_options).toEqual({ twitter: { text: 'Two @acme', first_comment: '@acme' } });
    const plain = await update(tenant, json.id, { description: 'Three' });
    expect(plain.json).toMatchObject({
      description: 'Three',
      platform_options: { twitter: { first_comment: '@acme' } },
    });
  });

  it.each([
    ['alone', { description: 'Two' }],
    [
      'with the options as they were read',
      { description: 'Two', platform_options: { twitter: { text: 'One @acme' } } },
    ],
  ])('replaces what mentions have made after a client has sent it back beside other options, %s', async (_, edit) => {
    const tenant = await newTenant();
    await acme(tenant);
    const { json } = await create(tenant, { description: 'One {{@Acme Corp}}' });
    const read = json.platform_options as Record<string, Json>;
    expect(read).toEqual({ twitter: { text: 'One @acme' } });
    const platform_options = { ...read, linkedin: { visibility: 'connections' } };
    const customized = await update(tenant, json.id, { platform_options });
    expect(customized.json.platform_options).toEqual(platform_options);
    const { status, json: edited } = await update(tenant, json.id, edit);
    expect([status, (edited.platform_options as Record<string, Json>).twitter]).toEqual([200, undefined]);
  });

  it('does not replace a text that the request has for the platform', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const platform_options = { twitter: { text: 'My own' } };
    const { json } = await create(tenant, { description: 'One {{@Acme Corp}}', platform_options });
    expect(json.platform_options).toEqual(platform_options);
    const edited = await update(tenant, json.id, { description: 'Two {{@Acme Corp}}' });
    expect(edited.json).toMatchObject({ description: 'Two Acme Corp', platform_options });
  });

  it('is the text of an item without a description', async () => {
    const tenant = await newTenant();
    await acme(tenant);
    const { json } = await create(tenant, { title: 'By {{@Acme Corp}}' });
    expect(json).toMatchObject({ title: 'By Acme Corp', platform_options: { twitter: { text: 'By @acme' } } });
  });
});
