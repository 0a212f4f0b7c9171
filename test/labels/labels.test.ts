import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { counterIncrement } from '../../lib/core/table/versioned.ts';
import type { Event } from '../../lib/webhooks/rules/event.ts';
import { callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { auditLog, followStream } from '../functions/audit-log.ts';
import { fieldsOf } from '../functions/given/audited-changes.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent, newLabel } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const read = async (tenant: Tenant, id: string) =>
  (await callApi('content.get', { token: tenant.token, params: { id } })).json;
const update = (tenant: Tenant, id: string, body: Json) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });
const labelsOf = async (tenant: Tenant) =>
  (await callApi('labels.list', { token: tenant.token })).json.labels as { id: string; kind: string; name: string }[];
const rename = (tenant: Tenant, id: string, name: string) =>
  callApi('labels.update', { token: tenant.token, params: { id }, body: { name } });
const namesIn = (json: Json) => (json.errors as { pointer: string; detail: string }[]).map(({ pointer }) => pointer);

const PLANNED = { labels: ['Product news', 'Zürich'], campaign: 'Summer', metadata: { ticket: 'MKT-17' } };

describe('labels, campaign and metadata of an item', () => {
  it('are returned as they were sent, and by the item itself', async () => {
    const tenant = await newTenant();
    const created = await newContent(tenant, PLANNED);
    expect(created).toMatchObject(PLANNED);
    expect(await read(tenant, created.id)).toMatchObject(PLANNED);
  });

  it('accept emoji of several characters, which name the same label in lists', async () => {
    const tenant = await newTenant();
    const labels = ['👩\u200D💻 Team', '🏳️\u200D🌈'];
    const { id } = await newContent(tenant, { labels });
    await processAllChanges(harness);
    const { json } = await callApi('content.list', { token: tenant.token, query: { label: labels[0]! } });
    expect((json.data as Json[]).map((each) => [each.id, each.labels])).toEqual([[id, labels]]);
  });

  it('name the label that exists, regardless of case and of outer spaces', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { labels: ['Product news'] });
    const second = await newContent(tenant, { labels: ['  PRODUCT  NEWS'], campaign: 'product news' });
    expect(second).toMatchObject({ labels: ['Product news'], campaign: 'product news' });
    expect((await labelsOf(tenant)).map(({ kind, name }) => [kind, name]).sort()).toEqual([
      ['campaign', 'product news'],
      ['label', 'Product news'],
    ]);
  });

  it('are named by their names: an id is rejected', async () => {
    const tenant = await newTenant();
    const [label, campaign] = ['lbl_01K00000000000000000000000', 'lbl_01K00000000000000000000001'];
    const { id } = await newContent(tenant);
    const answer = await update(tenant, id, { labels: ['New', label], campaign });
    expect([answer.status, namesIn(answer.json)]).toEqual([422, ['/labels/1', '/campaign']]);
    expect(await labelsOf(tenant)).toEqual([]);
  });

  it('are replaced by those of an update, and stay without them', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, PLANNED);
    expect((await update(tenant, id, { title: 'Other' })).json).toMatchObject(PLANNED);
    const next = { labels: ['Zürich', 'New'], campaign: null, metadata: {} };
    expect((await update(tenant, id, next)).json).toMatchObject(next);
  });

  it('change while the item is scheduled, and keep its approval', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    await callApi('content.submit', { token: tenant.token, params: { id }, body: {} });
    const before = (await read(tenant, id)).approval;
    const { json } = await update(tenant, id, { labels: ['New'] });
    expect(json).toMatchObject({ labels: ['New'], approval: before, status: 'pending_approval' });
  });

  it.each([
    ['labels', Array.from({ length: 21 }, (_, index) => `Label ${index}`)],
    ['labels', ['News', 'NEWS']],
    ['labels/0', ['n'.repeat(51)]],
    ['labels/0', [' ']],
    ['campaign', ''],
    ['metadata', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))],
    ['metadata/key', { key: 'v'.repeat(501) }],
    ['metadata', { ['k'.repeat(41)]: 'v' }],
  ])('are rejected with the field %s, and nothing is created', async (field, value) => {
    const tenant = await newTenant();
    const body = { title: 'A title', platforms: ['twitter'], [field.split('/')[0]!]: value };
    const answer = await callApi('content.create', { token: tenant.token, body });
    expect(answer.status, answer.text).toBe(422);
    expect(namesIn(answer.json)[0]).toMatch(new RegExp(`^/${field}`));
    expect(await labelsOf(tenant)).toEqual([]);
  });

  it('are hidden from a token that may not read texts, except what it sends', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, PLANNED);
    const token = await newToken(tenant, ['content:write']);
    const { json } = await callApi('content.update', { token, params: { id }, body: { labels: ['New'] } });
    expect(json.labels).toEqual(['New']);
    expect(json).not.toHaveProperty('campaign');
    expect(json).not.toHaveProperty('metadata');
  });
});

describe('a label', () => {
  it('is one for two requests that name it first at the same time', async () => {
    const tenant = await newTenant();
    let reached = true;
    for (let n = 1; reached; n++) {
      const create = () => newContent(tenant, { labels: [`Label ${n}`], campaign: `Campaign ${n}` });
      const { work, answer, interleaved } = await interleave(harness.table, 'worker', n, create, create);
      expect([work.labels, answer.labels]).toEqual([[`Label ${n}`], [`Label ${n}`]]);
      expect((await labelsOf(tenant)).filter(({ name }) => name === `Label ${n}`)).toHaveLength(1);
      reached = interleaved;
    }
  });

  it('has its new name in all items, also in one that is edited at the same time', async () => {
    const tenant = await newTenant();
    const label = await newLabel(tenant);
    const { id } = await newContent(tenant, { labels: ['Product news'] });
    const edit = () => update(tenant, id, { title: 'Edited' });
    await interleave(harness.table, 'worker', 3, edit, () => rename(tenant, label.id, 'Company news'));
    expect(await read(tenant, id)).toMatchObject({ title: 'Edited', labels: ['Company news'] });
    expect(await newContent(tenant, { labels: ['company NEWS'] })).toMatchObject({ labels: ['Company news'] });
  });

  it('frees its old name when it is renamed, and keeps it for another case', async () => {
    const tenant = await newTenant();
    const { id } = await newLabel(tenant, 'News');
    expect((await rename(tenant, id, 'NEWS')).json).toMatchObject({ id, name: 'NEWS' });
    expect((await newLabel(tenant, 'NEWS')).id).toBe(id);
    await rename(tenant, id, 'Other');
    expect((await newLabel(tenant, 'News')).id).not.toBe(id);
  });

  it('cannot have the name of another one of its kind: 409 names it', async () => {
    const tenant = await newTenant();
    const [one, other] = [await newLabel(tenant, 'One'), await newLabel(tenant, 'Other')];
    const answer = await rename(tenant, one.id, 'OTHER');
    expect([answer.status, answer.json.label_id, answer.json.code]).toEqual([409, other.id, 'duplicate_name']);
    expect((await labelsOf(tenant)).map(({ name }) => name)).toEqual(['One', 'Other']);
  });

  it('disappears from items when it is deleted, and can be created again', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, PLANNED);
    const [label] = (await labelsOf(tenant)).filter(({ name }) => name === 'Zürich');
    const [campaign] = (await labelsOf(tenant)).filter(({ kind }) => kind === 'campaign');
    for (const each of [label!, campaign!]) {
      await succeed('labels.delete', { token: tenant.token, params: { id: each.id } });
    }
    expect(await read(tenant, id)).toMatchObject({ labels: ['Product news'], campaign: null });
    expect((await newLabel(tenant, 'Zürich')).id).not.toBe(label!.id);
  });

  it('of another workspace is neither listed, renamed nor named', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const label = await newLabel(tenant, 'Secret plans');
    expect((await rename(other, label.id, 'Mine')).status).toBe(404);
    expect((await newLabel(other, 'Secret plans')).id).not.toBe(label.id);
    expect(await labelsOf(other)).toHaveLength(1);
  });

  it('is the last one of 1,000', async () => {
    const tenant = await newTenant();
    await newLabel(tenant);
    await commit([counterIncrement(tenant.workspace.id, 'labels', { labels: 998 })]);
    await newLabel(tenant, 'The last');
    const body = { title: 'A title', platforms: ['twitter'], labels: ['One more'] };
    const answer = await callApi('content.create', { token: tenant.token, body });
    expect([answer.status, answer.json.code]).toEqual([409, 'label_limit']);
    await newContent(tenant, { labels: ['The last'] });
  });
});

describe('events and the audit log', () => {
  it('have the names of labels at the time of the change, and the metadata', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { ...PLANNED, scheduled_at: inSeconds(3600) });
    const [label] = (await labelsOf(tenant)).filter(({ kind }) => kind === 'label');
    await processAllChanges(harness);
    await rename(tenant, label!.id, 'Renamed');
    const { json } = await callApi('events.list', { token: tenant.token });
    const events = json.events as Pick<Event, 'type' | 'data'>[];
    const ofItem = events.filter(({ type }) => type.startsWith('content.'));
    expect(ofItem.map(({ type }) => type).sort()).toEqual(['content.created', 'content.scheduled']);
    for (const { data } of ofItem) expect(data).toMatchObject(PLANNED);
    const ofLabels = events.filter(({ type }) => type === 'label.changed').map(({ data }) => data);
    const made = ofLabels.filter(({ change }) => change === 'created').map(({ name }) => name);
    expect(made.sort()).toEqual([...PLANNED.labels, PLANNED.campaign].sort());
  });

  it('record the labels of items by id, and the names of labels', async () => {
    const tenant = await newTenant();
    const { id } = await newLabel(tenant);
    await rename(tenant, id, 'Company news');
    await followStream(harness);
    const log = await auditLog(tenant);
    const created = log.filter(({ action }) => action === 'created').map(fieldsOf);
    expect(created).toContainEqual(expect.objectContaining({ labels: [null, [id]] }));
    expect(log.map(fieldsOf)).toContainEqual({ name: ['Product news', 'Company news'] });
    expect(storedRecords(harness, 'Label')).toHaveLength(1);
  });
});
