import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import type { Permission } from '../../lib/core/api/permission.ts';
import { WORKSPACE_EVENT_KINDS } from '../../lib/webhooks/events/event-permissions.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { callApi, type Json, setupApi, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { newDelivery, newEvent, newWebhook } from '../functions/resources.ts';
import { newSessionCookie, requestToken } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

/** A caller who registers or changes an endpoint may read the events that it receives. */

const table = setupApi();

const ANALYTICS: EventKind[] = [
  ...(['comment.created', 'engagement.received', 'mention.detected'] as const),
  ...WORKSPACE_EVENT_KINDS.filter((kind) => kind.startsWith('account.')),
];
function permissionOf(kind: EventKind): Permission {
  if (kind.startsWith('publishing.')) return 'schedule:read';
  return ANALYTICS.includes(kind) ? 'analytics:read' : 'content:read';
}

const CASES = WORKSPACE_EVENT_KINDS.map((kind): [EventKind, Permission] => [kind, permissionOf(kind)]);
const URL = 'https://example.com/hook';

async function call(tenant: Tenant, permissions: Permission[], operation: OperationId, params: Json, body?: Json) {
  const token = await newToken(tenant, permissions);
  const before = storedItems(table);
  const answer = await callApi(operation, {
    token,
    params: params as Record<string, string>,
    ...(body && { body }),
  });
  if (answer.status >= 400) expect(storedItems(table)).toEqual(before);
  return answer;
}

function expectMissing({ status, json }: TestResponse, permissions: Permission[]): void {
  expect([status, json.code, json.required_permissions]).toEqual([403, 'insufficient_scope', permissions]);
}

describe('the registration of an endpoint', () => {
  it.each(CASES)('for %s requires the permission %s', async (kind, permission) => {
    const tenant = await newTenant();
    const body = { url: URL, events: [kind] };
    expectMissing(await call(tenant, ['webhooks:write'], 'webhooks.create', {}, body), [permission]);
    const answer = await call(tenant, ['webhooks:write', permission], 'webhooks.create', {}, body);
    expect(answer.status, answer.text).toBe(201);
  });

  it('for all events requires the permissions of all', async () => {
    const tenant = await newTenant();
    const body = { url: URL, events: ['*'] };
    const partial = await call(tenant, ['webhooks:write', 'content:read'], 'webhooks.create', {}, body);
    expectMissing(partial, ['analytics:read', 'schedule:read']);
    const all: Permission[] = ['webhooks:write', 'content:read', 'analytics:read', 'schedule:read'];
    const full = await call(tenant, all, 'webhooks.create', {}, body);
    expect(full.status).toBe(201);
  });

  it('stores who authorized it: the member and the API key', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const { json } = await call(tenant, ['webhooks:read'], 'webhooks.get', { id });
    expect(json.authorized_by).toEqual({
      user_id: tenant.owner.id,
      client_id: tenant.key.client_id,
      expires_at: null,
    });
  });

  it('by a session stores the member', async () => {
    const tenant = await newTenant();
    const cookie = await newSessionCookie({ workspace_id: tenant.workspace.id, id: tenant.owner.id });
    const { json } = await requestToken(cookie);
    const session = { ...tenant, token: String(json.access_token) };
    const { webhook_id: id } = await newWebhook(session);
    const found = await call(tenant, ['webhooks:read'], 'webhooks.get', { id });
    expect(found.json.authorized_by).toEqual({ user_id: tenant.owner.id, client_id: null, expires_at: null });
  });
});

describe('a change of an endpoint without the permission to read its events', () => {
  it.each<[string, Json, Permission]>([
    ['another URL', { url: 'https://attacker.example.com/hook' }, 'content:read'],
    ['the events that it has', { events: ['content.created'] }, 'content:read'],
    ['other events', { events: ['comment.created'] }, 'analytics:read'],
    ['a reactivation', { status: 'active' }, 'content:read'],
    ['a pause together with other events', { status: 'paused', events: ['comment.created'] }, 'analytics:read'],
  ])('is rejected: %s', async (_, body, missing) => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    expectMissing(await call(tenant, ['webhooks:write'], 'webhooks.update', { id }, body), [missing]);
  });

  it('is possible if it only pauses or deletes the endpoint', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const paused = await call(tenant, ['webhooks:write'], 'webhooks.update', { id }, { status: 'paused' });
    expect([paused.status, paused.json.status]).toEqual([200, 'paused']);
    expect((await call(tenant, ['webhooks:write'], 'webhooks.delete', { id })).status).toBe(200);
  });
});

describe('without the permission to read its events', () => {
  it('the secret of an endpoint cannot be rotated', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    expectMissing(await call(tenant, ['webhooks:write'], 'webhooks.rotate-secret', { id }, {}), ['content:read']);
  });

  it.each([true, false])('its deliveries cannot be recovered, with dry_run %s', async (dry_run) => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const body = { since: new Date().toISOString(), dry_run };
    expectMissing(await call(tenant, ['webhooks:write'], 'webhooks.recover-deliveries', { id }, body), [
      'content:read',
    ]);
  });

  it('a delivery cannot be replayed', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const { id: delivery_id } = await newDelivery(tenant, id, { status: 'exhausted' });
    const answer = await call(tenant, ['webhooks:write'], 'webhooks.replay-delivery', { id, delivery_id });
    expectMissing(answer, ['content:read']);
  });

  it('a test delivery can be sent, because its data is a sample', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const body = { event_type: 'content.created' };
    expect((await call(tenant, ['webhooks:write'], 'webhooks.test', { id }, body)).status).toBe(200);
  });
});

describe('the data of an event', () => {
  it.each(CASES)('of the kind %s is shown with the permission %s, and with no other', async (kind, permission) => {
    const tenant = await newTenant();
    const { id } = await newEvent(tenant, kind);
    const other = permission === 'content:read' ? 'analytics:read' : 'content:read';
    const isShown = async (held: Permission) => {
      const one = await call(tenant, ['webhooks:read', held], 'events.get', { id });
      const all = await call(tenant, ['webhooks:read', held], 'events.list', {});
      const [listed] = all.json.events as Json[];
      expect(listed!.data).toEqual(one.json.data);
      return one.json.data !== null;
    };
    expect([await isShown(permission), await isShown(other)]).toEqual([true, false]);
  });
});

it('the response of a receiver, which may repeat the event, is shown with the permission of its kind only', async () => {
  const tenant = await newTenant();
  const { webhook_id: id } = await newWebhook(tenant);
  const { id: delivery_id } = await newDelivery(tenant, id);
  const bodiesFor = async (held: Permission) => {
    const { json } = await call(tenant, ['webhooks:read', held], 'webhooks.get-delivery', { id, delivery_id });
    return (json.attempts as Json[]).map(({ response_body }) => response_body);
  };
  expect(await bodiesFor('analytics:read')).toEqual(['']);
  expect(await bodiesFor('content:read')).toEqual(['What the receiver says']);
});
