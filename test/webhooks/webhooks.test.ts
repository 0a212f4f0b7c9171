import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { stage } from '../../lib/stack/stages.ts';
import { encryptSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { WORKSPACE_EVENT_KINDS } from '../../lib/webhooks/events/event-permissions.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { callApi, type Json, START, setupApi, storedItems } from '../functions/api-harness.ts';
import { newWebhook, UNREACHABLE_URL } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { httpReceiver, rawReceiver } from './delivery/receivers.ts';

const table = setupApi();

const URL_1 = 'https://example.com/hook';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const good = { url: URL_1, events: ['content.published'] };
const create = (tenant: Tenant, body: unknown) => callApi('webhooks.create', { token: tenant.token, body });
const list = (tenant: Tenant) => callApi('webhooks.list', { token: tenant.token });
const test = (tenant: Tenant, id: string, event_type = 'content.published') =>
  callApi('webhooks.test', { token: tenant.token, params: { id }, body: { event_type } });

/** Set the stage for the running test; the others run in `local`. */
function inStage(name: 'local' | 'production'): void {
  process.env.SETTINGS = JSON.stringify(stage(name, 3000, name === 'production' ? { alarmEmail: 'none' } : {}));
}

describe('POST /webhooks', () => {
  describe('201', () => {
    it('registers an endpoint, and returns the generated secret once', async () => {
      const tenant = await newTenant();
      const answer = await create(tenant, good);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.json).toEqual({
        webhook_id: expect.stringMatching(/^wh_[0-9A-Z]{26}$/),
        url: URL_1,
        status: 'active',
        events: ['content.published'],
        created_at: START,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      expect((await list(tenant)).text).not.toContain(String(answer.json.secret));
    });

    it.each([SECRET, 'sixteen letters!', 'x'.repeat(256)])(
      'accepts a secret of the caller and does not repeat it: %s',
      async (secret) => {
        const tenant = await newTenant();
        const answer = await create(tenant, { ...good, secret });
        expect(answer.status, answer.text).toBe(201);
        expect(answer.text).not.toContain(secret);
        expect((await list(tenant)).text).not.toContain(secret);
      },
    );

    it.each([[['*']], [[...WORKSPACE_EVENT_KINDS]]])('accepts the events %j', async (events) => {
      expect((await create(await newTenant(), { ...good, events })).json.events).toEqual(events);
    });

    it('accepts the same url for two workspaces', async () => {
      expect((await create(await newTenant(), good)).status).toBe(201);
      expect((await create(await newTenant(), good)).status).toBe(201);
    });
  });

  describe('403', () => {
    it('on the standard plan is plan_required, and nothing is written', async () => {
      const tenant = await newTenant('standard');
      const before = storedItems(table);
      const answer = await create(tenant, good);
      expect([answer.status, answer.json.code]).toEqual([403, 'plan_required']);
      expect(answer.json).toMatchObject({ required_plan: 'enterprise', plan: 'standard' });
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('409', () => {
    it.each([URL_1, 'HTTPS://EXAMPLE.com:443/hook', 'https://example.com./hook#part'])(
      '%s is registered already, and the response names its endpoint',
      async (url) => {
        const tenant = await newTenant();
        const first = await create(tenant, good);
        const before = storedItems(table);
        const second = await create(tenant, { ...good, url });
        expect([second.status, second.json.code]).toEqual([409, 'duplicate_url']);
        expect(second.json.webhook_id).toBe(first.json.webhook_id);
        expect(storedItems(table)).toEqual(before);
      },
    );

    it('of thirty concurrent endpoints a workspace gets its twenty', async () => {
      const tenant = await newTenant();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => create(tenant, { ...good, url: `${URL_1}/${index}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      const rejected = answers.filter(({ status }) => status === 409);
      expect(new Set(rejected.map(({ json }) => json.code))).toEqual(new Set(['endpoint_limit']));
      expect((await list(tenant)).json.pagination).toMatchObject({ total: 20 });
    });
  });

  describe('422', () => {
    const wrong: [string, Json, string][] = [
      ['no url', { events: ['*'] }, '/url'],
      ['an empty url', { ...good, url: '' }, '/url'],
      ['a url of 2,049 characters', { ...good, url: `https://example.com/${'x'.repeat(2029)}` }, '/url'],
      ['a path', { ...good, url: '/hook' }, '/url'],
      ['another scheme', { ...good, url: 'ftp://example.com/hook' }, '/url'],
      ['a script', { ...good, url: 'javascript:alert(1)' }, '/url'],
      ['a name and password in the url', { ...good, url: 'https://a:b@example.com/hook' }, '/url'],
      ['no events', { url: URL_1 }, '/events'],
      ['an empty list of events', { ...good, events: [] }, '/events'],
      ['an unknown event', { ...good, events: ['content.gone'] }, '/events/0'],
      ['an event twice', { ...good, events: ['content.created', 'content.created'] }, '/events'],
      ['the wildcard and another event', { ...good, events: ['*', 'content.created'] }, '/events'],
      ['a secret of 15 characters', { ...good, secret: 'x'.repeat(15) }, '/secret'],
      ['a secret of 257 characters', { ...good, secret: 'x'.repeat(257) }, '/secret'],
      ['a secret outside ASCII', { ...good, secret: 'sixteen letters ü' }, '/secret'],
      ['whsec_ without base64', { ...good, secret: 'whsec_not base64 at all' }, '/secret'],
      ['a status', { ...good, status: 'disabled' }, '/status'],
    ];
    it.each(wrong)('%s is rejected, naming the field, and nothing is written', async (_, body, pointer) => {
      const tenant = await newTenant();
      const before = storedItems(table);
      const answer = await create(tenant, body);
      expect(answer.status, answer.text).toBe(422);
      expect([...new Set((answer.json.errors as Json[]).map((error) => error.pointer))]).toEqual([pointer]);
      expect(storedItems(table)).toEqual(before);
    });

    it('does not repeat a rejected secret', async () => {
      const answer = await create(await newTenant(), { ...good, secret: 'short-secret' });
      expect(answer.text).not.toContain('short-secret');
    });

    it.each([
      'http://example.com/hook',
      'https://127.0.0.1/hook',
      'https://2130706433/hook',
      'https://0x7f.1/hook',
      'https://localhost/hook',
      'https://[::1]/hook',
      'https://[::ffff:169.254.169.254]/hook',
      'https://[64:ff9b::a9fe:a9fe]/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/hook',
      'https://100.64.0.1/hook',
      'https://example.com:22/hook',
      'https://intranet/hook',
    ])('%s is rejected in production, and nothing is written', async (url) => {
      inStage('production');
      try {
        const tenant = await newTenant();
        const before = storedItems(table);
        const answer = await create(tenant, { ...good, url });
        expect(answer.status, answer.text).toBe(422);
        expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: '/url' })]);
        expect(storedItems(table)).toEqual(before);
      } finally {
        inStage('local');
      }
    });
  });
});

describe('GET /webhooks', () => {
  describe('200', () => {
    it('lists the endpoints of the workspace without their secrets', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      const { webhook_id } = await newWebhook(tenant, { ...good, secret: SECRET });
      await newWebhook(other, { url: 'https://example.org/hook' });
      expect((await list(tenant)).json).toEqual({
        webhooks: [
          expect.objectContaining({
            id: webhook_id,
            url: URL_1,
            events: ['content.published'],
            status: 'active',
            created_at: START,
          }),
        ],
        pagination: { page: 1, per_page: 20, total: 1, total_is_capped: false, next_cursor: null, has_more: false },
      });
    });
  });
});

describe('POST /webhooks/{id}/test', () => {
  const at = (port: number) => `http://127.0.0.1:${port}/hook`;

  describe('200', () => {
    it.each(EVENT_KINDS)('delivers a signed sample of %s, marked as a test', async (event_type) => {
      const tenant = await newTenant();
      const received = Promise.withResolvers<{ body: string; headers: Record<string, string> }>();
      const receiver = await httpReceiver((request, response) => {
        received.resolve({ body: request.body, headers: request.headers as Record<string, string> });
        response.writeHead(204).end();
      });
      const { webhook_id } = await newWebhook(tenant, { url: at(receiver.port), secret: SECRET });
      const answer = await test(tenant, webhook_id, event_type);
      const { body, headers } = await received.promise;
      expect(answer.json).toEqual({
        test_id: expect.stringMatching(/^test_[0-9A-Z]{26}$/),
        status: 'delivered',
        response_status: 204,
        delivered_at: START,
      });
      const payload = new Webhook(SECRET).verify(body, headers) as Json;
      expect(payload).toEqual({
        id: headers['webhook-id'],
        type: event_type,
        timestamp: START,
        workspace_id: tenant.workspace.id,
        data: expect.any(Object),
        test: true,
      });
    });

    it.each([301, 400, 410, 500])('returns failed when the receiver responds with %i', async (status) => {
      const tenant = await newTenant();
      const receiver = await httpReceiver((_, response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('private words');
      });
      const { webhook_id } = await newWebhook(tenant, { url: at(receiver.port) });
      const answer = await test(tenant, webhook_id);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        status: 'failed',
        response_status: status,
        error: `http_${status}`,
      });
      expect(answer.text).not.toContain('private words');
    });

    it.each([
      ['no server listens', async () => UNREACHABLE_URL, 'connect'],
      [
        'the connection is reset',
        async () => at((await rawReceiver((socket) => socket.resetAndDestroy())).port),
        'reset',
      ],
      [
        'the response is not HTTP',
        async () => at((await rawReceiver((socket) => socket.end('hello\n\n'))).port),
        'protocol',
      ],
    ])('returns failed with no response status when %s', async (_, url, error) => {
      const tenant = await newTenant();
      const { webhook_id } = await newWebhook(tenant, { url: await url() });
      const { json } = await test(tenant, webhook_id);
      expect(json).toMatchObject({ status: 'failed', response_status: null, error });
    });

    it('sends one request, and leaves the endpoint unchanged whatever the response', async () => {
      const tenant = await newTenant();
      const receiver = await httpReceiver((_, response) => response.writeHead(410).end());
      const { webhook_id } = await newWebhook(tenant, { url: at(receiver.port) });
      const before = storedItems(table);
      await test(tenant, webhook_id);
      expect(receiver.seen.requests).toBe(1);
      expect(storedItems(table)).toEqual(before);
    });

    it('rejects at the time of sending an address that was allowed when it was stored', async () => {
      const tenant = await newTenant();
      const receiver = await httpReceiver((_, response) => response.end());
      const { webhook_id } = await newWebhook(tenant, { url: at(receiver.port) });
      inStage('production');
      try {
        const { json } = await test(tenant, webhook_id);
        expect(json).toMatchObject({ status: 'failed', response_status: null, error: 'blocked' });
        expect(receiver.seen.connections).toBe(0);
      } finally {
        inStage('local');
      }
    });

    it('signs with every secret during a rotation', async () => {
      const tenant = await newTenant();
      const signatures = Promise.withResolvers<string>();
      const receiver = await httpReceiver((request, response) => {
        signatures.resolve(String(request.headers['webhook-signature']));
        response.end();
      });
      const { webhook_id } = await newWebhook(tenant, { url: at(receiver.port), secret: SECRET });
      const endpoint = (await loadEndpoint(tenant.workspace.id, webhook_id))!;
      const owner = { workspace_id: endpoint.workspace_id, endpoint_id: webhook_id };
      const encrypted = ['another secret of mine', SECRET].map((each) => encryptSigningSecret(each, owner));
      await commit([endpointWrite(endpoint, { ...endpoint, secrets: await Promise.all(encrypted) })]);
      await test(tenant, webhook_id);
      expect((await signatures.promise).split(' ')).toHaveLength(2);
    });
  });

  describe('403', () => {
    it('on the standard plan is plan_required, and nothing is sent', async () => {
      const tenant = await newTenant('standard');
      expect((await test(tenant, 'wh_01K00000000000000000000000')).json.code).toBe('plan_required');
    });
  });

  describe('422', () => {
    it.each([undefined, null, '*', 'content.gone', 'content.published '])(
      'the event type %j is rejected, and nothing is sent',
      async (event_type) => {
        const tenant = await newTenant();
        const receiver = await httpReceiver((_, response) => response.end());
        const { webhook_id: id } = await newWebhook(tenant, { url: at(receiver.port) });
        const answer = await callApi('webhooks.test', {
          token: tenant.token,
          params: { id },
          body: { event_type },
        });
        expect(answer.status).toBe(422);
        expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: '/event_type' })]);
        expect(receiver.seen.connections).toBe(0);
      },
    );
  });
});
