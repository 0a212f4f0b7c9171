import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from './new-link-rule.ts';

const harness = setupWorkers();

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

describe('the rule of a label', () => {
  const validated = async (tenant: Tenant, labels: string[]) => {
    const { json, text } = await callApi('content.validate', { token: tenant.token, body: { ...post, labels } });
    return (json.platforms as { text: string }[])[0]?.text ?? text;
  };
  async function labelled() {
    const tenant = await newTenant();
    const parameters = { utm_medium: 'launch' };
    const rule = await newLinkRule(tenant, { scope: 'label', label: 'Launch', parameters });
    const { json } = await callApi('labels.list', { token: tenant.token });
    const [label] = json.labels as { id: string; name: string }[];
    return { tenant, rule, label: label! };
  }
  const labelOf = async (tenant: Tenant, id: string) => (await call(tenant, 'link-rules.get', id)).json.label;

  it('creates the label, and finds it by another spelling', async () => {
    const { tenant, label } = await labelled();
    expect(label.name).toBe('Launch');
    expect((await newLinkRule(tenant, { scope: 'label', label: ' LAUNCH' })).label).toBe('Launch');
  });

  it('applies to the items of the label after a new name, which it has too', async () => {
    const { tenant, rule, label } = await labelled();
    await call(tenant, 'labels.update', label.id, { name: 'Start' });
    expect(await labelOf(tenant, rule.id)).toBe('Start');
    const { json } = await callApi('link-rules.list', { token: tenant.token });
    expect(json.link_rules).toMatchObject([{ label: 'Start' }]);
    const item = await newContent(tenant, { ...post, labels: ['start'], scheduled_at: inSeconds(600) });
    expect(textOf(item)).toBe(`New: ${URL}?utm_medium=launch`);
    expect(await validated(tenant, ['Start'])).toBe(`New: ${URL}?utm_medium=launch`);
    expect(await validated(tenant, ['Launch'])).toBe(`New: ${URL}`);
  });

  it('applies to no item, and has no name, once the label is deleted', async () => {
    const { tenant, rule, label } = await labelled();
    const { id } = await newContent(tenant, { ...post, labels: ['Launch'] });
    await call(tenant, 'labels.delete', label.id);
    expect(await labelOf(tenant, rule.id)).toBeNull();
    const { json } = await call(tenant, 'content.update', id, { scheduled_at: inSeconds(600) });
    expect(json.published_texts).toEqual([]);
  });

  it('is reported with the name of the label', async () => {
    const { label } = await labelled();
    await processAllChanges(harness);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
    const [event] = events.filter(({ type }) => type === 'link_rule.changed');
    expect(JSON.parse(event!.data)).toMatchObject({ label: label.name, change: 'created' });
  });
});
