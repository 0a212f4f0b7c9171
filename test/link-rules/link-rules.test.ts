import { describe, expect, it } from 'vitest';
import { MAX_LINK_RULES } from '../../lib/link-rules/rules/link-rule.ts';
import { callApi, inSeconds, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { newLinkRule } from './new-link-rule.ts';

setupApi();

const URL = 'https://example.com/summer';
const text = (platform: string) => `New: ${URL}?utm_source=${platform}`;
const post = { title: 'Summer', description: `New: ${URL}`, platforms: ['twitter', 'linkedin'] };

const textsOf = (json: Json) =>
  Object.fromEntries((json.published_texts as Json[]).map(({ platform, texts }) => [platform, (texts as string[])[0]]));
const call = (tenant: Tenant, operation: Parameters<typeof callApi>[0], id: unknown, body: Json = {}) =>
  callApi(operation, { token: tenant.token, params: { id: String(id) }, body });

function expectProblem({ status, json, text }: TestResponse, expected: number, code: string): void {
  expect([status, json.code], text).toEqual([expected, code]);
}

describe('/link-rules', () => {
  it('creates, lists, retrieves, replaces and deletes a rule', async () => {
    const tenant = await newTenant();
    const rule = await newLinkRule(tenant, { hosts: ['example.com'] });
    expect(rule).toMatchObject({ scope: 'workspace', platform: null, label: null, hosts: ['example.com'] });
    const list = async () => (await callApi('link-rules.list', { token: tenant.token })).json.link_rules;
    expect(await list()).toEqual([rule]);
    const params = { id: rule.id };
    expect((await callApi('link-rules.get', { token: tenant.token, params })).json).toEqual(rule);
    const body = { scope: 'platform', platform: 'x', parameters: { utm_medium: 'social' } };
    const replaced = await call(tenant, 'link-rules.update', rule.id, body);
    expect(replaced.json).toMatchObject({ id: rule.id, platform: 'twitter', hosts: [] });
    expect((await callApi('link-rules.delete', { token: tenant.token, params })).status).toBe(200);
    expect(await list()).toEqual([]);
    expectProblem(await callApi('link-rules.get', { token: tenant.token, params }), 404, 'not_found');
  });

  it.each([
    ['/platform', { scope: 'platform', parameters: { utm_term: 'a' } }],
    ['/label', { scope: 'platform', platform: 'twitter', label: 'a', parameters: { utm_term: 'a' } }],
    ['/label', { scope: 'label', parameters: { utm_term: 'a' } }],
    ['/parameters', { scope: 'workspace', parameters: {} }],
    ['/parameters/utm_term', { scope: 'workspace', parameters: { utm_term: '{name}' } }],
    ['/hosts/0', { scope: 'workspace', hosts: ['https://example.com'], parameters: { utm_term: 'a' } }],
  ])('rejects a rule with an invalid %s', async (pointer, body) => {
    const answer = await callApi('link-rules.create', { token: (await newTenant()).token, body });
    expect(answer.status).toBe(422);
    expect((answer.json.errors as Json[])[0]!.pointer).toBe(pointer);
  });

  it('names a label by its name: an id is rejected, by a creation and by an update', async () => {
    const tenant = await newTenant();
    const rule = await newLinkRule(tenant);
    const body = { scope: 'label', label: 'lbl_01K00000000000000000000000', parameters: { utm_term: 'a' } };
    const answers = [
      await callApi('link-rules.create', { token: tenant.token, body }),
      await call(tenant, 'link-rules.update', rule.id, body),
    ];
    const problem = { pointer: '/label', code: 'unknown_label' };
    for (const { status, json } of answers) expect([status, json.errors]).toMatchObject([422, [problem]]);
    expect((await callApi('labels.list', { token: tenant.token })).json.labels).toEqual([]);
  });

  it('has at most 50 rules, also of requests at the same time', async () => {
    const tenant = await newTenant();
    for (let count = 1; count < MAX_LINK_RULES; count++) await newLinkRule(tenant);
    const body = { scope: 'workspace', parameters: { utm_source: 'a' } };
    const both = await Promise.all([1, 2].map(() => callApi('link-rules.create', { token: tenant.token, body })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is changed with content:publish only', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:read', 'content:write']);
    const body = { scope: 'workspace', parameters: { utm_source: 'a' } };
    expectProblem(await callApi('link-rules.create', { token, body }), 403, 'insufficient_scope');
  });
});

describe('the rules of a workspace', () => {
  it('are applied when an item is scheduled, and not to a draft', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    const draft = await newContent(tenant, post);
    expect(draft.published_texts).toEqual([]);
    const body = { content_id: draft.id, platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(600) };
    expect((await callApi('schedule.create', { token: tenant.token, body })).status).toBe(201);
    const { json } = await callApi('content.get', { token: tenant.token, params: { id: draft.id } });
    expect(textsOf(json)).toEqual({ twitter: text('twitter'), linkedin: text('linkedin') });
    expect(json.description).toBe(post.description);
  });

  it.each([
    ['by its creation', async (tenant: Tenant) => newContent(tenant, { ...post, scheduled_at: inSeconds(600) })],
    [
      'by an update',
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant, post);
        return (await call(tenant, 'content.update', id, { scheduled_at: inSeconds(600) })).json;
      },
    ],
    [
      'by its submission',
      async (tenant: Tenant) => {
        const { id } = await newContent(tenant, post);
        return (await call(tenant, 'content.submit', id)).json;
      },
    ],
  ])('are applied to an item that gets its time %s', async (_, make) => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    expect(textsOf(await make(tenant))).toEqual({ twitter: text('twitter'), linkedin: text('linkedin') });
  });

  it('are overridden by those of the platform, parameter by parameter', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant, { scope: 'platform', platform: 'linkedin', parameters: { utm_source: 'li' } });
    await newLinkRule(tenant, { parameters: { utm_source: 'all', utm_medium: 'social' } });
    const { json } = await callApi('content.validate', { token: tenant.token, body: post });
    const texts = (json.platforms as Json[]).map(({ text }) => text);
    expect(texts).toEqual([
      `New: ${URL}?utm_source=all&utm_medium=social`,
      `New: ${URL}?utm_source=li&utm_medium=social`,
    ]);
  });

  it('count for the length of a text, in validation and when it is scheduled', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant, { parameters: { utm_campaign: 'c'.repeat(200) } });
    const long = { title: 'Long', description: `${'a'.repeat(2850)} ${URL}`, platforms: ['linkedin'] };
    expect((await callApi('content.validate', { token: tenant.token, body: long })).status).toBe(422);
    const { id } = await newContent(tenant, long);
    expect((await call(tenant, 'content.update', id, { scheduled_at: inSeconds(600) })).status).toBe(422);
  });

  it('are part of what is approved: a later rule does not change it', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { authors_may_approve: true });
    await newLinkRule(tenant);
    const { id } = await newContent(tenant, post);
    await call(tenant, 'content.submit', id);
    const { json: approved } = await call(tenant, 'content.approve', id);
    await newLinkRule(tenant, { parameters: { utm_medium: 'later' } });
    const { json } = await call(tenant, 'content.update', id, { scheduled_at: inSeconds(600) });
    expect(json.published_texts).toEqual(approved.published_texts);
    expect(json.approval).toMatchObject({ status: 'approved' });
    expect(textsOf(json)).toEqual({ twitter: text('twitter'), linkedin: text('linkedin') });
  });

  it('are accepted with the hash that the caller has seen before the submission', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { authors_may_approve: true });
    const { id } = await newContent(tenant, post);
    const submitted = await call(tenant, 'content.submit', id);
    await call(tenant, 'content.withdraw', id);
    await newLinkRule(tenant);
    const { content_hash } = submitted.json.approval as Json;
    const answer = await call(tenant, 'content.submit', id, { content_hash });
    expect(answer.status).toBe(200);
    expect((answer.json.approval as Json).content_hash).not.toBe(content_hash);
  });

  it('leave a scheduled item as it is until it is edited', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { ...post, scheduled_at: inSeconds(600) });
    await newLinkRule(tenant);
    const moved = await call(tenant, 'content.update', id, { scheduled_at: inSeconds(1200) });
    expect(moved.json.published_texts).toEqual([]);
    const edited = await call(tenant, 'content.update', id, { description: `Now: ${URL}` });
    expect(textsOf(edited.json).twitter).toBe(`Now: ${URL}?utm_source=twitter`);
  });

  it('do not make different texts behind a URL without a space the same content', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant);
    const body = { ...post, scheduled_at: inSeconds(600) };
    await newContent(tenant, { ...body, description: `${URL}、今日は東京` });
    const other = { ...body, description: `${URL}、今日は大阪` };
    expect((await callApi('content.create', { token: tenant.token, body: other })).status).toBe(201);
  });

  it('keep the date of the first time when a post moves, until it is edited', async () => {
    const tenant = await newTenant();
    await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const [first, second] = [inSeconds(86_400), inSeconds(2 * 86_400)];
    const { id } = await newContent(tenant, { ...post, scheduled_at: first });
    const campaign = (at: string) => expect.stringContaining(`utm_campaign=${at.slice(0, 10)}`);
    const moved = await call(tenant, 'content.update', id, { scheduled_at: second });
    expect(textsOf(moved.json).twitter).toEqual(campaign(first));
    const edited = await call(tenant, 'content.update', id, { description: `Now: ${URL}` });
    expect(textsOf(edited.json).twitter).toEqual(campaign(second));
  });

  it.each([
    ['at the end of the text', `New: ${URL}`],
    ['before a full stop', `New: ${URL}.`],
    ['in parentheses', `New (${URL})`],
  ])('do not make a duplicate with a URL %s another content', async (_, description) => {
    const tenant = await newTenant();
    const body = { ...post, description, scheduled_at: inSeconds(600) };
    await newContent(tenant, body);
    await newLinkRule(tenant);
    expectProblem(await callApi('content.create', { token: tenant.token, body }), 409, 'duplicate_content');
  });
});
