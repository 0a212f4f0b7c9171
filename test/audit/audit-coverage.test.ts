import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import type { AuditEntry } from '../../lib/audit/rules/audit-log.ts';
import { allEndpoints, endpointOf, type OperationId, resourceOf } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { withPlan } from '../../lib/identity/rules/workspace.ts';
import { apiKeyWrite } from '../../lib/identity/store/api-keys.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { operatorActor } from '../../tools/cli/operator-actor.ts';
import { callApi, inSeconds, type TestRequest, type TestResponse } from '../functions/api-harness.ts';
import { auditLog, followStream, streamOf, verified } from '../functions/audit-log.ts';
import { createA, fieldsOf } from '../functions/given/audited-changes.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newAccount, newContent, newWebhook } from '../functions/resources.ts';
import { accountOn } from '../functions/simulated.ts';
import { newId, newTenant, newTenantFor, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

setupObjectStore();

/** Operations that are not in the audit log, with the reason. */
const UNRECORDED: Partial<Record<OperationId, string>> = {
  'auth.token': 'an API key exchanges a token every hour',
  'auth.create-device-code': 'anybody can start a device login; the API key that an approval creates is recorded',
  'auth.read-authorization': 'it changes nothing; the API key that an approval creates is recorded',
  'auth.read-device-login': 'it changes nothing; the login stays undecided',
  'auth.sign-in': 'anybody can ask for links to any address; the sign-in itself is recorded',
  'auth.read-sign-in-link': 'it changes nothing; the link stays unused',
  'auth.read-invitation': 'it changes nothing; the invitation stays open',
  'auth.create-passkey-options': 'it changes nothing; the passkey is recorded when it is added',
  'auth.create-sign-in-options': 'as auth.create-passkey-options: the sign-in is recorded',
  'auth.create-session-token': 'a session is exchanged for a token every five minutes',
  'connect.create': 'the account that a person connects is recorded',
  'connect.confirm': 'as connect.create',
  'content.validate': 'it changes nothing',
  'engagements.create': 'it adds metrics; no resource of the workspace is changed',
  'inbound.receive': 'as engagements.create: it adds engagements',
  'notifications.mark-read': 'what a member has read concerns no one else',
  'notifications.update-preferences': 'what a member receives concerns no one else',
  'platform-apps.check': 'it changes nothing',
  'recurrences.preview': 'it changes nothing',
  'webhooks.test': 'it sends a sample, and changes nothing',
};

// Changes of a workspace are in its own log, and not in that of the stage: `test/workspaces` reads it.
const CHANGING = allEndpoints()
  .filter(([operation, { method }]) => method !== 'GET' && resourceOf(operation) !== 'workspaces')
  .map(([operation]) => operation);

const FROM_HERE = { sourceIp: '203.0.113.9', headers: { 'x-request-id': 'a-request-of-this-test' } };

/** The entries that a request adds to the log of its workspace. */
async function auditEntriesFrom(asking: () => Promise<TestResponse>, tenant: Tenant): Promise<AuditEntry[]> {
  await followStream(harness);
  const before = (await auditLog(tenant)).length;
  const answer = await asking();
  expect(answer.status, answer.text).toBeLessThan(300);
  await followStream(harness);
  return (await auditLog(tenant)).slice(before);
}

async function recordedEntries(operation: OperationId, tenant: Tenant, good: TestRequest): Promise<AuditEntry[]> {
  const headers = { ...good.headers, ...FROM_HERE.headers };
  return auditEntriesFrom(() => callApi(operation, { ...good, ...FROM_HERE, headers }), tenant);
}

/** The texts of every field called a secret, a token, a hash or encrypted. */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value.length > 7 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const { entity } = value as Item;
  if (
    ['AuditEntry', 'AuditHead', 'AuditClaim', 'Idempotency', 'EmailReservation', 'EndpointUrlReservation'].includes(
      String(entity),
    )
  ) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    // The expiry of a secret or a token is not secret.
    secretsIn(inner, !/_at$|^content_hash$/.test(name) && (isSecret || /secret|token|hash|encrypted/.test(name))),
  );
}

function actorType(operation: OperationId): string {
  if (operation === 'review.respond') return 'review_link';
  if (operation === 'auth.create-portal-session') return 'portal';
  return isForStageKeys(endpointOf(operation)) ? 'stage_key' : 'user';
}

describe('every route that changes something', () => {
  it.each(CHANGING.filter((operation) => !(operation in UNRECORDED)))(
    '%s is recorded with its caller, their key, address, request and operation',
    async (operation) => {
      const tenant = await newTenantFor(operation);
      const entries = await recordedEntries(operation, tenant, await validRequest(operation, tenant));
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) {
        expect(entry).toMatchObject({
          actor: { type: actorType(operation) },
          source_ip: FROM_HERE.sourceIp,
          request_id: FROM_HERE.headers['x-request-id'],
          operation,
          resource: { id: expect.stringMatching(/^[a-z]+_/) },
        });
      }
    },
  );

  it.each(
    allEndpoints()
      .filter(([operation, route]) => route.permissions !== 'none' && CHANGING.includes(operation))
      .filter(([operation]) => !(operation in UNRECORDED))
      .map(([operation]) => operation),
  )('%s names the person and the key of the token', async (operation) => {
    const tenant = await newTenantFor(operation);
    for (const { actor } of await recordedEntries(operation, tenant, await validRequest(operation, tenant))) {
      const user_id = isForStageKeys(endpointOf(operation)) ? null : tenant.key.user_id;
      expect(actor).toEqual({ type: actorType(operation), user_id, client_id: tenant.key.client_id });
    }
  });

  it.each(Object.entries(UNRECORDED))('%s is not recorded: %s', async (name) => {
    const operation = name as OperationId;
    expect(CHANGING).toContain(operation);
    const tenant = await newTenantFor(operation);
    expect(await recordedEntries(operation, tenant, await validRequest(operation, tenant))).toEqual([]);
  });

  it('contains no secret: none sent, returned, hashed or encrypted', async () => {
    const secrets = new Set<string>();
    const entries: AuditEntry[] = [];
    for (const operation of CHANGING) {
      // Otherwise each operation would process the changes of all before it again.
      harness.table.clear();
      const tenant = await newTenantFor(operation);
      const good = await validRequest(operation, tenant);
      const answer = await callApi(operation, { ...good, ...FROM_HERE });
      await followStream(harness);
      for (const source of [good.body, answer.json, ...harness.table.items()]) {
        for (const secret of secretsIn(source)) secrets.add(secret);
      }
      entries.push(...(await auditLog(tenant)));
    }
    expect(secrets.size).toBeGreaterThan(CHANGING.length);
    expect(entries.length).toBeGreaterThan(CHANGING.length);
    const log = JSON.stringify(entries);
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([]);
  });
});

describe('an audit log entry', () => {
  it('of a creation has its fields with nothing before them', async () => {
    const tenant = await newTenant();
    const [entry] = await auditEntriesFrom(() => callApi('content.create', createA(tenant, 'Spring')), tenant);
    expect(entry).toMatchObject({ action: 'created', resource: { type: 'content' } });
    expect(fieldsOf(entry)).toEqual({
      title: [null, 'Spring'],
      platforms: [null, ['twitter']],
      status: [null, 'draft'],
    });
  });

  it('of a change has the changed fields, before and after, and no others', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'Old' });
    const put = { token: tenant.token, params: { id }, body: { title: 'New' } };
    const [entry] = await auditEntriesFrom(() => callApi('content.update', put), tenant);
    expect(entry).toMatchObject({ action: 'updated', resource: { type: 'content', id } });
    expect(fieldsOf(entry)).toEqual({ title: ['Old', 'New'] });
  });

  it('of a removal names the actor that removed it and not the last one that changed it', async () => {
    const tenant = await newTenant();
    const second = { ...tenant.key, client_id: newId('key') };
    await commit([apiKeyWrite(second)]);
    const { id } = await newContent(tenant, { title: 'Gone' });
    const token = await newToken({ ...tenant, key: second });
    const gone = { token, params: { id }, sourceIp: '192.0.2.1' };
    const [entry] = await auditEntriesFrom(() => callApi('content.delete', gone), tenant);
    expect(entry).toMatchObject({
      action: 'deleted',
      actor: { client_id: second.client_id },
      source_ip: '192.0.2.1',
      operation: 'content.delete',
    });
    expect(fieldsOf(entry).title).toEqual(['Gone', null]);
  });

  it('of an account removed, connected again and removed by different users names each', async () => {
    const tenant = await newTenant();
    const removed: (string | null)[] = [];
    for (const sourceIp of ['192.0.2.1', '192.0.2.2']) {
      const { id } = await newAccount(tenant);
      await callApi('accounts.delete', { token: tenant.token, params: { id }, sourceIp });
      removed.push(id);
    }
    await followStream(harness);
    const log = (await auditLog(tenant)).filter(({ action }) => action === 'deleted');
    expect(log.map(({ resource, source_ip }) => [resource.id, source_ip])).toEqual([
      [removed[0], '192.0.2.1'],
      [removed[1], '192.0.2.2'],
    ]);
  });

  it('of a request without a change does not exist', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'The same' });
    const put = { token: tenant.token, params: { id }, body: { title: 'The same' } };
    expect(await auditEntriesFrom(() => callApi('content.update', put), tenant)).toEqual([]);
  });

  it('of a request repeated with its Idempotency-Key exists once', async () => {
    const tenant = await newTenant();
    const requestInput = { ...createA(tenant, 'Once'), headers: { 'idempotency-key': 'once' } };
    expect(await auditEntriesFrom(() => callApi('content.create', requestInput), tenant)).toHaveLength(1);
    expect(await auditEntriesFrom(() => callApi('content.create', requestInput), tenant)).toEqual([]);
  });

  it('of a changed secret names the change, and nothing of the secret', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant);
    const rotate = { token: tenant.token, params: { id }, body: {} };
    const [entry] = await auditEntriesFrom(() => callApi('webhooks.rotate-secret', rotate), tenant);
    expect(fieldsOf(entry)).toEqual({ secrets: ['[hidden]', '[hidden]'] });
  });

  it('of a receiver and of media has their URLs without query and fragment, which may be a signature', async () => {
    const tenant = await newTenant();
    const signature = 'X-Amz-Signature=0123456789abcdef';
    const url = (query: string) => `https://media.example.com/a.jpg${query}`;
    const media = (query: string) => [{ url: url(query), type: 'image', alt: 'Why? #1' }];
    const body = { title: 'A', platforms: ['instagram'], media: media(`?${signature}&x=1#frag-ment`) };
    const made = () => callApi('content.create', { token: tenant.token, body });
    const [created] = await auditEntriesFrom(made, tenant);
    const shown = [{ url: url('?[hidden]'), type: 'image', alt: 'Why? #1' }];
    expect(fieldsOf(created).media).toEqual([null, shown]);

    const update = { token: tenant.token, params: { id: created!.resource.id }, body: { media: media('?another=1') } };
    const [changed] = await auditEntriesFrom(() => callApi('content.update', update), tenant);
    expect(fieldsOf(changed)).toEqual({ media: [shown, shown] });

    const receiver = { url: `https://hooks.example.com/in?token=${signature}`, events: ['*'] };
    const register = () => callApi('webhooks.create', { token: tenant.token, body: receiver });
    const [endpoint] = await auditEntriesFrom(register, tenant);
    expect(fieldsOf(endpoint).url).toEqual([null, 'https://hooks.example.com/in?[hidden]']);
    const gone = { token: tenant.token, params: { id: endpoint!.resource.id } };
    const [removed] = await auditEntriesFrom(() => callApi('webhooks.delete', gone), tenant);
    expect(fieldsOf(removed).url).toEqual(['https://hooks.example.com/in?[hidden]', null]);
    expect(JSON.stringify(await auditLog(tenant))).not.toMatch(/Signature|frag-ment|another/);
  });

  it('of a long text has its beginning, its length and its hash', async () => {
    const tenant = await newTenant();
    const description = '🎈'.repeat(501);
    const body = { title: 'A', platforms: ['linkedin'], description };
    const [entry] = await auditEntriesFrom(() => callApi('content.create', { token: tenant.token, body }), tenant);
    expect(fieldsOf(entry).description?.[1]).toEqual({
      beginning: '🎈'.repeat(100),
      characters: 501,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await verified(tenant)).toMatchObject({ valid: true });
  });

  it("of an operator's command names the operator", async () => {
    const tenant = await newTenant('enterprise');
    await followStream(harness);
    await commit(
      withActor(
        [workspaceUpdateWrite(tenant.workspace, withPlan(tenant.workspace, 'standard'))],
        operatorActor('workspace.plan', Date.now()),
      ),
    );
    await followStream(harness);
    const entry = (await auditLog(tenant)).at(-1);
    expect(entry).toMatchObject({
      actor: { type: 'operator', user_id: null, client_id: null },
      operation: 'workspace.plan',
      resource: { type: 'workspace', id: tenant.workspace.id },
    });
    expect(fieldsOf(entry)).toEqual({ plan: ['enterprise', 'standard'] });
  });
});

describe('an automatic change', () => {
  it.each([
    ['published', PUBLISHED],
    ['failed', REJECTED],
  ] as const)('to an item that is %s is recorded once, with the service as its actor', async (status, settlement) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
    await followStream(harness);
    const before = (await auditLog(tenant)).length;
    await publishTo(tenant, id, 'twitter', settlement);
    await followStream(harness);
    const entries = (await auditLog(tenant)).slice(before);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      actor: { type: 'service', user_id: null, client_id: null },
      source_ip: null,
      request_id: null,
      operation: null,
    });
    expect(fieldsOf(entries[0])).toMatchObject({
      status: ['scheduled', status],
      'targets.twitter': [{ status: 'pending' }, { status }],
    });
  });

  it('is not recorded for a refreshed token, and is for an account that needs to be connected again', async () => {
    const tenant = await newTenant();
    await newAccount(tenant);
    await followStream(harness);
    const before = (await auditLog(tenant)).length;
    const account = (await accountOn(tenant, 'twitter'))!;
    await commit([accountWrite(account, { ...account, encrypted_secrets: 'refreshed', refreshed_at: inSeconds(0) })]);
    await followStream(harness);
    expect(await auditLog(tenant)).toHaveLength(before);
    const now = (await accountOn(tenant, 'twitter'))!;
    await commit([accountWrite(now, { ...now, status: 'needs_reconnect', reconnect_reason: 'token_refused' })]);
    await followStream(harness);
    const entry = (await auditLog(tenant)).at(-1);
    expect(entry?.actor.type).toBe('service');
    expect(fieldsOf(entry)).toEqual({
      status: ['connected', 'needs_reconnect'],
      reconnect_reason: [null, 'token_refused'],
    });
  });

  it('to an item does not name the user that changed it before', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
    const isStamped = () => {
      const item = harness.table.items().find(({ sk, entity }) => sk === id && entity === 'Content');
      return item?.audit_stamp !== undefined;
    };
    expect(isStamped()).toBe(true);
    await publishTo(tenant, id, 'twitter', 'claimed');
    expect(isStamped()).toBe(false);
  });

  it('in place, under a stamp that was left on, does not name the actor of the stamp', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant);
    await followStream(harness);
    const record = streamOf(harness).find(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Endpoint')!;
    const { NewImage } = record.dynamodb!;
    const paused = { ...NewImage, status: { S: 'paused' } };
    const change = { ...record.dynamodb, OldImage: NewImage!, NewImage: paused };
    expect(await processStreamRecords([{ eventID: 'in-place', eventName: 'MODIFY', dynamodb: change }])).toEqual([]);
    expect((await auditLog(tenant)).at(-1)).toMatchObject({
      actor: { type: 'service' },
      changes: [{ field: 'status', before: 'active', after: 'paused' }],
    });
  });

  it('by which the table deletes expired items is not recorded', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    await followStream(harness);
    const before = await auditLog(tenant);
    const record = streamOf(harness).find(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Content')!;
    const { Keys, NewImage } = record.dynamodb!;
    const ended: DynamoDBRecord = {
      eventID: 'ended',
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
      dynamodb: { Keys: Keys!, OldImage: NewImage! },
    };
    expect(await processStreamRecords([ended])).toEqual([]);
    expect(await auditLog(tenant)).toEqual(before);
  });
});
