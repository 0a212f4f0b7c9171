import { describe, expect, it } from 'vitest';
import type { EntityName } from '../../lib/app/table/entity-table.ts';
import { LIFECYCLES } from '../../lib/app/table/lifecycle-table.ts';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, type Json, storedItems, type TestRequest } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { newSessionCookie, requestToken, sessionToken } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { EMAIL_QUEUE, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';
import { WITHOUT_EMAIL, WITHOUT_RECENT_SIGN_IN } from './without-recent-sign-in.ts';

/**
 * What a credential has created ends with it, or is taken over. What changes who can approve or publish needs a recent
 * sign-in, and is the subject of an email. docs/sign-in.md has the rule for readers.
 */

const harness = setupWorkers();
const RECENT = 10 * 60_000;

type Operation = ReturnType<typeof endpointOf>;

const written = ({ access }: Operation): EntityName[] => [
  ...new Set([...(access.put ?? []), ...(access.update ?? [])] as EntityName[]),
];
const endingOf = (entity: EntityName) => LIFECYCLES[entity].ending;
const decides = (entity: EntityName) => LIFECYCLES[entity].decides === true;
const needsRecentSignIn = ({ errors = [] }: Operation) => errors.includes('recent_sign_in_required');
const addsAccess = (operation: Operation) =>
  written(operation).some((entity) => endingOf(entity) === 'creator' || decides(entity));

/** The operations with the token of a session that need a recent sign-in. Those with its cookie have tests of their own. */
const WITH_TOKEN = allEndpoints().flatMap(([id, operation]) =>
  needsRecentSignIn(operation) && operation.permissions !== 'none' ? [id] : [],
);
const DECIDING = WITH_TOKEN.filter((id) => written(endpointOf(id)).some(decides) && !WITHOUT_EMAIL[id]);

/** Requests of operations that need a recent sign-in for some changes only. */
const CHANGES: Record<string, (tenant: Tenant) => Promise<TestRequest>> = {
  'workspace.update': async () => ({ body: { authors_may_approve: true } }),
  'team.update-member': async (tenant) => ({
    params: { id: (await newMember(tenant, 'viewer')).id },
    body: { role: 'editor' },
  }),
  'content.create-review-link': async (tenant) => {
    const { id } = await newContent({ ...tenant, token: (await newMember(tenant, 'editor')).token });
    return { params: { id }, body: { name: 'Ada Example', permission: 'approve' } };
  },
  'webhooks.update': async (tenant) => ({
    ...(await validRequest('webhooks.update', tenant)),
    body: { status: 'active' },
  }),
  'keys.update': async (tenant) => ({ params: { id: (await newAgent(tenant)).id }, body: { paused: false } }),
  'accounts.create': async () => ({ body: { platform: 'twitter', external_id: '1', access_token: 'a-token' } }),
};
const requestOf = (id: string, tenant: Tenant): Promise<TestRequest> =>
  CHANGES[id]?.(tenant) ?? validRequest(id, tenant);

describe('every operation', () => {
  it('that adds access, or changes who can approve or publish, needs a recent sign-in, or has a reason', () => {
    const without = allEndpoints().filter(([, operation]) => addsAccess(operation) && !needsRecentSignIn(operation));
    expect(without.map(([id]) => id).sort()).toEqual(Object.keys(WITHOUT_RECENT_SIGN_IN).sort());
  });

  it('that needs a recent sign-in adds such access, and none else asks for one', () => {
    const others = allEndpoints().filter(([, operation]) => needsRecentSignIn(operation) && !addsAccess(operation));
    // It returns the options for the request that adds a passkey.
    expect(others.map(([id]) => id)).toEqual(['auth.create-passkey-options']);
  });

  it.each(WITH_TOKEN)('%s is rejected of a session whose sign-in is ten minutes old', async (id) => {
    const tenant = await newTenant('enterprise');
    const cookie = await newSessionCookie(tenant.owner);
    advanceTime(RECENT);
    const token = String((await requestToken(cookie)).json.access_token);
    const request = await requestOf(id, tenant);
    const before = storedItems(harness.table);
    const answer = await callApi(id, { ...request, token });
    expect([answer.status, answer.json.code]).toEqual([403, 'recent_sign_in_required']);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it.each(DECIDING)('%s by a session queues an email to the member', async (id) => {
    const tenant = await newTenant('enterprise');
    const request = await requestOf(id, tenant);
    const token = await sessionToken(tenant.owner);
    process.env.SETTINGS = JSON.stringify(stage('development', 3000, { emailSender: 'team@example.com' }));
    await processStreamRecords(harness.changes());
    harness.sent();
    const answer = await callApi(id, { ...request, token });
    expect(answer.status, answer.text).toBeLessThan(300);
    await processStreamRecords(harness.changes());
    const messages = harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
    expect(messages.map(({ message }) => message.user_id)).toContain(tenant.owner.id);
  });
});

describe('what a member has created', () => {
  /** Whether the access of an item has ended. */
  const isOver: Partial<Record<EntityName, (item: Json) => boolean>> = {
    ApiKey: ({ revoked_at }) => revoked_at !== null,
    Invitation: ({ status }) => status === 'revoked',
    Endpoint: ({ status }) => status === 'disabled',
    CalendarFeed: () => false,
  };
  const CREATING = {
    'keys.create': 'ApiKey',
    'team.invite': 'Invitation',
    'webhooks.create': 'Endpoint',
    'calendar-feeds.create': 'CalendarFeed',
  } as const;

  it.each(Object.entries(CREATING))('by %s ends with their removal', async (id, entity) => {
    const tenant = await newTenant('enterprise');
    const member = await newMember(tenant, 'admin');
    const request = await requestOf(id, tenant);
    const known = new Set(harness.table.items().map(({ pk, sk }) => `${pk} ${sk}`));
    const created = await callApi(id, { ...request, token: await sessionToken(member) });
    expect(created.status, created.text).toBe(201);
    const isNew = ({ pk, sk, entity: kind }: Json) => kind === entity && !known.has(`${pk} ${sk}`);
    expect(harness.table.items().filter(isNew)).toHaveLength(1);
    const removal = { token: tenant.token, params: { id: member.id } };
    expect((await callApi('team.remove-member', removal)).status).toBe(200);
    await processStreamRecords(harness.changes());
    expect(harness.table.items().filter((item) => isNew(item) && !isOver[entity]!(item))).toEqual([]);
  });
});
