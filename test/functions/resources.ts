import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Operation } from '../../lib/api/routes.ts';
import type { Content } from '../../lib/domain/content/content.ts';
import {
  applyPublishOutcome,
  claim,
  type PublishOutcome,
  startSending,
} from '../../lib/domain/content/publish-transitions.ts';
import type { EntryError } from '../../lib/domain/content/schedule-entry.ts';
import { markUnconfirmed } from '../../lib/domain/content/unconfirmed-transitions.ts';
import { type IdKind, makeId } from '../../lib/domain/id.ts';
import { type Invitation, newInvitation as invite } from '../../lib/domain/identity/invitation.ts';
import type { Member } from '../../lib/domain/identity/member.ts';
import { type Permission, ROLES, type Role } from '../../lib/domain/identity/permission.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import type { Event } from '../../lib/domain/webhooks/event.ts';
import type { Delivery, DeliveryAttempt } from '../../lib/domain/webhooks/webhook-delivery.ts';
import type { EventKind } from '../../lib/events/events.ts';
import { sampleEvent } from '../../lib/events/sample-events.ts';
import { commit } from '../../lib/table/commit.ts';
import { contentWrites, loadContent } from '../../lib/table/contents.ts';
import { deliveryWrite } from '../../lib/table/deliveries.ts';
import { eventWrite } from '../../lib/table/events.ts';
import { invitationTokenWrite, invitationWrites } from '../../lib/table/invitations.ts';
import { loadMember } from '../../lib/table/members.ts';
import { loadEntry } from '../../lib/table/schedule-entries.ts';
import { callApi, inSeconds, type Json, type TestRequest } from './api-harness.ts';
import { commentOn, inboundAccount, VERIFICATION_QUERY, webhook } from './platform-webhooks.ts';
import { newId, newToken, type Tenant } from './tenants.ts';

/** The image that Instagram requires. */
export const PICTURES = [{ url: 'https://media.example.com/a.jpg', type: 'image' }];

// No server listens there: a test delivery fails at once, and its response says so.
export const UNREACHABLE_URL = 'http://127.0.0.1:9/hook';

/** A content item created by a request of this tenant; a draft unless `fields` has a time. */
export async function newContent(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { title: 'A title', platforms: ['twitter', 'linkedin'], ...fields };
  // Instagram accepts no post without an image.
  if (body.platforms.includes('instagram')) Object.assign(body, { media: PICTURES, ...fields });
  const answer = await callApi('content.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { id: string };
}

/** A schedule entry of a new item, for twitter, an hour ahead. */
export async function newEntry(tenant: Tenant, seconds = 3600): Promise<Json & { schedule_id: string }> {
  const content = await newContent(tenant);
  const body = { content_id: content.id, platforms: ['twitter'], scheduled_at: inSeconds(seconds) };
  const answer = await callApi('schedule.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { schedule_id: string };
}

export async function newWebhook(tenant: Tenant, fields: Json = {}): Promise<Json & { webhook_id: string }> {
  const body = { url: UNREACHABLE_URL, events: ['content.created'], ...fields };
  const answer = await callApi('webhooks.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { webhook_id: string };
}

/** A like of an item on X, an hour ago, as a caller sends it. */
export function engagementWith(contentId: string, fields: Json = {}): Json {
  const occurred_at = inSeconds(-3600);
  const like = { platform: 'twitter', kind: 'like', occurred_at, external_id: 'like-1' };
  return { ...like, ...('platform_post_id' in fields ? {} : { content_id: contentId }), ...fields };
}

/** A key created by a request of this tenant, with its secret. */
export async function newKey(tenant: Tenant, fields: Json = {}): Promise<Json & NewKey> {
  const answer = await callApi('keys.create', { token: tenant.token, body: { name: 'A key', ...fields } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & NewKey;
}

interface NewKey {
  id: string;
  client_secret: string;
}

/** An event of the tenant, as the stream handler would have written it, `ago` seconds ago. */
export async function newEvent(tenant: Tenant, type: EventKind = 'content.created', ago = 0): Promise<Event> {
  const event = sampleEvent(type, newIdAgo('event', ago), tenant.workspace.id, inSeconds(-ago));
  await commit([eventWrite(event)]);
  return event;
}

/** A delivery of a new event to an endpoint, exhausted after one attempt unless `fields` override it. */
export async function newDelivery(
  tenant: Tenant,
  endpointId: string,
  fields: Partial<Delivery> = {},
  ago = 0,
): Promise<Delivery> {
  const event = await newEvent(tenant, fields.event_type as EventKind | undefined, ago);
  const delivery: Delivery = {
    id: newIdAgo('delivery', ago),
    workspace_id: tenant.workspace.id,
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: event.type,
    status: 'exhausted',
    attempts: [failedAttempt(1)],
    attempt_started: 1,
    lease_expires_at: null,
    next_attempt_at: null,
    created_at: event.timestamp,
    version: 0,
    ...fields,
  };
  await commit([deliveryWrite(null, delivery)]);
  return delivery;
}

/** An attempt with the response 500. */
export function failedAttempt(number: number): DeliveryAttempt {
  return {
    number,
    at: inSeconds(0),
    status: 500,
    duration_ms: 12,
    error_class: null,
    response_body: 'What the receiver says',
    next_attempt_at: null,
  };
}

const newIdAgo = (kind: IdKind, ago: number) => makeId(kind, Date.now() - ago * 1000, randomBytes(10));

const ACCOUNT = { platform: 'twitter', external_id: '2244994945', access_token: 'token-of-a-test' };

/** A connected account of the tenant on X. */
export async function newAccount(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const answer = await callApi('accounts.create', { token: tenant.token, body: { ...ACCOUNT, ...fields } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { id: string };
}

/** An invitation of the tenant, sent `ago` seconds ago, and its token. */
export async function newInvitation(
  tenant: Tenant,
  fields: Partial<Invitation> = {},
  ago = 0,
): Promise<{ invitation: Invitation; token: string }> {
  const nowMs = Date.now() - ago * 1000;
  const id = makeId('invitation', nowMs, randomBytes(10));
  const asked = { email: `${id}@example.com`, role: 'editor' as const, permissions: [...ROLES.editor] };
  const owner = { id, workspaceId: tenant.workspace.id, userId: tenant.owner.id };
  const invitation = { ...invite(asked, owner, 'none', nowMs), ...fields };
  const token = randomBytes(32).toString('base64url');
  await commit([...invitationWrites(invitation, nowMs), invitationTokenWrite(invitation, token)]);
  return { invitation, token };
}

/** A member of the tenant with a token of a key of their own. */
export async function newMember(
  tenant: Tenant,
  role: Role = 'editor',
  permissions: readonly Permission[] = ROLES[role],
): Promise<Member & { token: string }> {
  const { token } = await newInvitation(tenant, { role, permissions: [...permissions] });
  const { json } = await callApi('team.accept-invitation', { body: { token, name: 'Grace' } });
  const { client_id, user_id } = json as Record<string, string>;
  const key = { ...tenant.key, client_id: client_id!, user_id: user_id! };
  const member = (await loadMember(tenant.workspace.id, user_id!))!;
  return { ...member, token: await newToken({ ...tenant, key }) };
}

/** A valid request for each operation, on resources created for it. */
export async function validRequest(operation: Operation, tenant: Tenant): Promise<TestRequest> {
  const { token } = tenant;
  switch (operation) {
    case 'auth.token':
      return { body: { api_key: tenant.key.client_id, secret: tenant.clientSecret } };
    case 'content.create':
      return { token, body: { title: 'Another title', platforms: ['twitter'] } };
    case 'content.get':
    case 'content.delete':
      return { token, params: { id: (await newContent(tenant)).id } };
    case 'content.update':
      return { token, params: { id: (await newContent(tenant)).id }, body: { title: 'A better title' } };
    case 'content.validate':
      return { token, body: { title: 'Another title', platforms: ['twitter'] } };
    case 'content.retry': {
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', REJECTED);
      return { token, params: { id } };
    }
    case 'content.resolve': {
      const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
      await publishTo(tenant, id, 'twitter', 'unconfirmed');
      return { token, params: { id, platform: 'twitter' }, body: { outcome: 'failed' } };
    }
    case 'accounts.create':
      return { token, body: ACCOUNT };
    case 'accounts.get':
    case 'accounts.delete':
      return { token, params: { id: (await newAccount(tenant)).id } };
    case 'schedule.create': {
      const { id } = await newContent(tenant);
      return { token, body: { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(3600) } };
    }
    case 'schedule.cancel':
      return { token, params: { id: (await newEntry(tenant)).schedule_id } };
    case 'engagements.create': {
      const { id } = await newContent(tenant);
      return { token, body: { engagements: [engagementWith(id)] } };
    }
    case 'inbound.verify':
      return { params: await inboundAccount(tenant, 'instagram'), query: VERIFICATION_QUERY.instagram };
    case 'inbound.receive': {
      const to = await inboundAccount(tenant, 'instagram');
      return webhook(to, JSON.stringify(commentOn('instagram')));
    }
    case 'team.invite':
      return { token, body: { email: 'new@example.com', role: 'editor' } };
    case 'team.get-member':
      return { token, params: { id: tenant.owner.id } };
    case 'team.update-member':
      return { token, params: { id: (await newMember(tenant)).id }, body: { role: 'viewer' } };
    case 'team.remove-member':
      return { token, params: { id: (await newMember(tenant)).id } };
    case 'team.accept-invitation':
      return { body: { token: (await newInvitation(tenant)).token, name: 'Grace Hopper' } };
    case 'team.resend-invitation':
    case 'team.revoke-invitation':
      return { token, params: { id: (await newInvitation(tenant, {}, 120)).invitation.id } };
    case 'keys.create':
      return { token, body: { name: 'Another key' } };
    case 'keys.get':
    case 'keys.delete':
      return { token, params: { id: (await newKey(tenant)).id } };
    case 'keys.reroll':
      return { token, params: { id: (await newKey(tenant)).id }, body: { overlap_seconds: 60 } };
    case 'webhooks.create':
      return { token, body: { url: 'https://example.com/hook', events: ['*'] } };
    case 'webhooks.get':
    case 'webhooks.delete':
      return { token, params: { id: (await newWebhook(tenant)).webhook_id } };
    case 'webhooks.update': {
      const { webhook_id: id } = await newWebhook(tenant);
      return { token, params: { id }, body: { status: 'paused' } };
    }
    case 'webhooks.rotate-secret':
      return {
        token,
        params: { id: (await newWebhook(tenant)).webhook_id },
        body: { secret: 'sixteen letters!' },
      };
    case 'webhooks.test': {
      const { webhook_id: id } = await newWebhook(tenant);
      return { token, params: { id }, body: { event_type: 'content.created' } };
    }
    case 'webhooks.list-deliveries':
      return { token, params: { id: (await newWebhook(tenant)).webhook_id } };
    case 'webhooks.get-delivery':
    case 'webhooks.replay-delivery': {
      const { webhook_id: id } = await newWebhook(tenant, { url: `${UNREACHABLE_URL}/${newId('endpoint')}` });
      return { token, params: { id, delivery_id: (await newDelivery(tenant, id)).id } };
    }
    case 'webhooks.recover-deliveries': {
      const { webhook_id: id } = await newWebhook(tenant);
      return { token, params: { id }, body: { since: inSeconds(-3600) } };
    }
    case 'problems.get':
      return { params: { code: 'validation_failed' } };
    case 'events.get':
      return { token, params: { id: (await newEvent(tenant)).id } };
    default:
      return { token };
  }
}

/** How far the publishing on one platform proceeds. */
export type PublishStep = 'claimed' | 'sending' | 'unconfirmed' | PublishOutcome;

/** Makes the changes of the publish function to the entry of one platform, without calling a platform. */
export async function publishTo(
  tenant: Tenant,
  id: string,
  platform: Platform,
  step: PublishStep,
): Promise<void> {
  const workspaceId = tenant.workspace.id;
  const load = async () => {
    const content = (await loadContent(workspaceId, id)) as Content;
    const entry = (await loadEntry(workspaceId, content.targets[platform]!.schedule_id))!;
    return { content, entry };
  };
  const move = async (rule: (now: Awaited<ReturnType<typeof load>>) => ReturnType<typeof claim>) => {
    const now = await load();
    await commit(contentWrites({ content: now.content, entries: [now.entry] }, rule(now)));
  };
  await move(({ content, entry }) => claim(content, entry, newId('attempt'), Date.now()));
  if (step === 'claimed') return;
  await move(({ content, entry }) => startSending(content, entry, {}, Date.now()));
  if (step === 'sending') return;
  if (step === 'unconfirmed') {
    await move(({ content, entry }) => markUnconfirmed(content, entry, UNKNOWN, Date.now()));
    return;
  }
  await move(({ content, entry }) => applyPublishOutcome(content, entry, step, Date.now(), 6 * 3600));
}

const UNKNOWN: EntryError = {
  code: 'no_answer',
  message: 'No whole answer came.',
  category: 'platform',
  retryable: false,
};

/** An outcome in which the platform accepted the post. */
export const PUBLISHED: PublishOutcome = {
  outcome: 'published',
  platformPostId: '1445880548472328192',
  url: 'https://x.com/i/web/status/1445880548472328192',
};

/** An outcome in which the platform permanently rejected the post. */
export const REJECTED: PublishOutcome = {
  outcome: 'rejected',
  error: { code: 'duplicate_content', message: 'The same text.', category: 'content', retryable: false },
};
