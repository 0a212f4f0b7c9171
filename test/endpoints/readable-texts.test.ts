import { describe, expect, it } from 'vitest';
import { allEndpoints, type OperationId } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import { PERMISSIONS, type Permission } from '../../lib/core/api/permission.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { takeInFlightLease } from '../../lib/identity/store/in-flight-requests.ts';
import { callApi, inSeconds, type Json, setupApi, type TestRequest } from '../functions/api-harness.ts';
import { alsoNeeded } from '../functions/further-permissions.ts';
import { repeatedRequests } from '../functions/repeated-requests.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

// Every route with every permission that is sufficient for it: its response has only texts that the token may read.

const table = setupApi();
const repeated = repeatedRequests(table);

const TITLE = 'marker of a title';
const TEXT = 'marker of a text';

/** Permissions with which a response may have the title, and the other texts, of items. */
const TITLE_READERS: readonly Permission[] = ['content:read', 'content:write'];
const TEXT_READERS: readonly Permission[] = ['content:read'];

/**
 * Operations whose responses show texts by another right: events and deliveries to those who read webhooks, and changes
 * to those who read the audit log, whose hashes cover them.
 */
const OTHERS = [/^events\./, /^webhooks\./, /^audit\./];

/** Operations for which one permission is not enough: they grant those of the caller, or need a session. */
const NEED_MORE = /^(keys|team)\.|^recurrences\.delete$|^content\.get-approval-statement$/;

const rows = allEndpoints().filter(
  ([operation, route]) =>
    typeof route.permissions === 'object' && !isForStageKeys(route) && !OTHERS.some((each) => each.test(operation)),
);

/** Replace the texts of a stored item by markers, as if other members had written them. */
function marked(item: Item): Item {
  if (item.entity === 'ReviewComment') return { ...item, body: TEXT };
  if (item.entity !== 'Content') return item;
  const approval = item.approval && { ...item.approval, note: TEXT };
  return { ...item, title: TITLE, description: TEXT, platform_options: { linkedin: { text: TEXT } }, approval };
}

/** Take the leases of the workspace, so that a request which publishes responds at once. */
async function takePublishLeases({ workspace }: Tenant): Promise<void> {
  for (let n = 0; n < MAX_IN_FLIGHT; n++) await takeInFlightLease(workspace.id, 'content.update', Date.now());
}

// `content:publish` allows the update for publishing only.
function bodyFor(operation: OperationId, permission: Permission): TestRequest {
  return operation === 'content.update' && permission === 'content:publish' ? { body: { status: 'published' } } : {};
}

async function responseTo(operation: OperationId, permissions: Permission[]) {
  const { tenant, good } = await repeated(operation);
  // Lists and rankings have an item to show.
  const { id } = await newContent(tenant, { description: 'Listed', scheduled_at: inSeconds(3600) });
  await reportMetrics(tenant, { content_id: id }, { impressions: 100 });
  for (const item of table.items()) table.insert(marked(item));
  await takePublishLeases(tenant);
  const token = await newToken(tenant, permissions);
  return callApi(operation, { ...good, token, ...bodyFor(operation, permissions[0]!) });
}

describe.each(rows)('%s', (operation, route) => {
  const sufficient = route.permissions as readonly Permission[];

  it.each(sufficient)('with %s alone shows only texts that it may read', async (permission) => {
    const { status, text } = await responseTo(operation, [permission]);
    expect(status, text).toBeLessThan(NEED_MORE.test(operation) || alsoNeeded(operation).length > 0 ? 404 : 400);
    if (!TITLE_READERS.includes(permission)) expect(text).not.toContain(TITLE);
    if (!TEXT_READERS.includes(permission)) expect(text).not.toContain(TEXT);
  });
});

describe('for a token that may read them', () => {
  it.each<OperationId>(['content.get', 'content.update', 'content.submit', 'content.withdraw', 'content.retry'])(
    'the texts of an item are in the response to %s',
    async (operation) => {
      expect((await responseTo(operation, [...PERMISSIONS])).text).toContain(TEXT);
    },
  );

  it.each<OperationId>(['content.list', 'schedule.list', 'schedule.create', 'analytics.rank-content'])(
    'the titles of items are in the response to %s',
    async (operation) => {
      expect((await responseTo(operation, [...PERMISSIONS])).text).toContain(TITLE);
    },
  );
});

describe('a token with content:write alone', () => {
  it('sees the title of an item, and what its request has sent', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'Old', description: 'Secret', first_comment: 'Secret, too' });
    const token = await newToken(tenant, ['content:write']);
    const { json } = await callApi('content.update', { token, params: { id }, body: { description: 'Mine' } });
    expect(json).toMatchObject({ id, title: 'Old', description: 'Mine', status: 'draft' });
    for (const name of ['first_comment', 'media', 'thread', 'platform_options']) expect(json).not.toHaveProperty(name);
  });

  it('sees the whole item that it creates', async () => {
    const tenant = await newTenant();
    const token = await newToken(tenant, ['content:write']);
    const { json } = await callApi('content.create', { token, body: { title: 'Mine', platforms: ['twitter'] } });
    expect(json).toMatchObject({ title: 'Mine', description: null, media: [], thread: [], first_comment: null });
  });

  it('sees its own note, and not that of another member', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const call = (operation: OperationId, token: string, body: Json) =>
      callApi(operation, { token, params: { id }, body });
    await call('content.submit', tenant.token, { note: 'From the author' });
    const token = await newToken(tenant, ['content:write']);
    const edited = await call('content.update', token, { scheduled_at: inSeconds(3600) });
    expect(edited.json.approval).toMatchObject({ status: 'pending_approval', note: null });
    const withdrawn = await call('content.withdraw', token, { note: 'Mine' });
    expect(withdrawn.json.approval).toMatchObject({ status: 'not_submitted', note: 'Mine' });
  });

  it('creates no review link, whose page shows the item', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const body = { name: 'Ada', permission: 'comment' };
    const create = async (permissions: Permission[]) =>
      callApi('content.create-review-link', { token: await newToken(tenant, permissions), params: { id }, body });
    const { status, json } = await create(['content:write']);
    expect([status, json.required_permissions]).toEqual([403, ['content:read']]);
    expect((await create(['content:write', 'content:read'])).status).toBe(201);
  });
});

describe('a token with content:publish alone', () => {
  it('publishes an item, and sees its targets without its texts', async () => {
    const tenant = await newTenant();
    await takePublishLeases(tenant);
    const { id } = await newContent(tenant, { description: 'Secret' });
    const token = await newToken(tenant, ['content:publish']);
    const { json } = await callApi('content.update', { token, params: { id }, body: { status: 'published' } });
    expect(json).toMatchObject({ id, status: 'publishing', targets: [{ platform: 'twitter' }, {}] });
    expect(json).not.toHaveProperty('title');
  });

  it.each([
    { title: 'New' },
    { status: 'published', title: 'New' },
    { status: 'cancelled' },
    { status: 'draft' },
    { scheduled_at: '2027-01-01T00:00:00Z' },
  ])('is rejected with 403 for %o', async (body) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const token = await newToken(tenant, ['content:publish']);
    const { status, json } = await callApi('content.update', { token, params: { id }, body });
    expect([status, json.required_permissions]).toEqual([403, ['content:write']]);
  });
});
