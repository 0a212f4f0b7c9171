import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json, setupApi } from './api-harness.ts';
import { newContent, newLinkRule, setWorkspace } from './resources.ts';
import { newTenant, type Tenant } from './tenants.ts';

setupApi();

const URL = 'https://example.com/summer';
const post = { title: 'Summer', description: `New: ${URL}`, platforms: ['twitter'] };

const call = (tenant: Tenant, operation: Parameters<typeof callApi>[0], id: unknown, body: Json = {}) =>
  callApi(operation, { token: tenant.token, params: { id: String(id) }, body });
const textOf = (json: Json) => (json.published_texts as { texts: string[] }[])[0]?.texts[0];
const statusOf = (json: Json) => (json.approval as Json).status;

/** A tenant with a rule for the label Launch, and one for each campaign. */
async function withRules(): Promise<Tenant> {
  const tenant = await newTenant();
  await setWorkspace(tenant, { authors_may_approve: true });
  await newLinkRule(tenant, { scope: 'label', label: 'Launch', parameters: { utm_medium: 'launch' } });
  await newLinkRule(tenant, { parameters: { utm_campaign: '{campaign}' } });
  return tenant;
}

describe('the label or campaign of an item that is scheduled', () => {
  it.each([
    ['label', { labels: ['launch'] }, 'utm_medium=launch'],
    ['campaign', { campaign: 'Summer' }, 'utm_campaign=Summer'],
  ])('applies its link rule once it is set: %s', async (_, fields, parameter) => {
    const tenant = await withRules();
    const { id } = await newContent(tenant, { ...post, scheduled_at: inSeconds(600) });
    const { json } = await call(tenant, 'content.update', id, fields);
    expect(textOf(json)).toBe(`New: ${URL}?${parameter}`);
  });

  it('removes what its link rule has added once it is removed', async () => {
    const tenant = await withRules();
    const { id } = await newContent(tenant, { ...post, labels: ['Launch'], scheduled_at: inSeconds(600) });
    const { json } = await call(tenant, 'content.update', id, { labels: [] });
    expect(json.published_texts).toEqual([]);
  });
});

describe('the labels of an item that is approved', () => {
  async function approved() {
    const tenant = await withRules();
    const { id } = await newContent(tenant, { ...post, scheduled_at: inSeconds(600) });
    await call(tenant, 'content.submit', id);
    expect(statusOf((await call(tenant, 'content.approve', id)).json)).toBe('approved');
    return { tenant, id };
  }

  it('revoke its approval when a link rule gives its URLs other parameters', async () => {
    const { tenant, id } = await approved();
    const { json } = await call(tenant, 'content.update', id, { labels: ['Launch'] });
    expect(textOf(json)).toBe(`New: ${URL}?utm_medium=launch`);
    expect(statusOf(json)).toBe('not_submitted');
  });

  it('keep its approval when no URL changes, also after a change of the rules', async () => {
    const { tenant, id } = await approved();
    await newLinkRule(tenant, { parameters: { utm_source: 'later' } });
    const { json } = await call(tenant, 'content.update', id, { labels: ['Other'] });
    expect(json.published_texts).toEqual([]);
    expect(statusOf(json)).toBe('approved');
  });
});
