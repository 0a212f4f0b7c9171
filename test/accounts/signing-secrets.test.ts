import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { handler as deliver } from '../../functions/on-delivery-queued.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { canonicalJson } from '../../lib/core/values/canonical-json.ts';
import { decryptSigningSecrets } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, type Json, mockKms } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newWebhook } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, sdkError, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();

const CHOSEN = 'a secret chosen by the caller';
const rotate = (tenant: Tenant, id: string, body: Json = {}) =>
  callApi('webhooks.rotate-secret', { token: tenant.token, params: { id }, body });
const stored = () => canonicalJson(harness.table.items());
const endpointOf = async (tenant: Tenant, id: string) => (await loadEndpoint(tenant.workspace.id, id))!;

describe('a signing secret', () => {
  it('is in the table in no readable form: generated or chosen, current or retired', async () => {
    const tenant = await newTenant();
    const { webhook_id: id, secret } = await newWebhook(tenant, { url: 'https://example.com/one' });
    const { webhook_id: other } = await newWebhook(tenant, { url: 'https://example.com/two', secret: CHOSEN });
    const rotated = await rotate(tenant, id);
    await rotate(tenant, other, { secret: `${CHOSEN}, again` });
    for (const each of [String(secret), String(rotated.json.secret), CHOSEN]) {
      for (const encoding of ['utf8', 'base64', 'hex'] as const) {
        expect(stored()).not.toContain(Buffer.from(each).toString(encoding).replace(/=+$/, ''));
      }
      expect(stored()).not.toContain(each.replace('whsec_', ''));
    }
    expect(await decryptSigningSecrets(await endpointOf(tenant, id), Date.now())).toEqual([
      rotated.json.secret,
      secret,
    ]);
  });

  it('decrypts with the context of its own endpoint only', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant, { url: 'https://example.com/one' });
    const { webhook_id: other } = await newWebhook(tenant, { url: 'https://example.com/two' });
    const [own, copied] = [await endpointOf(tenant, other), await endpointOf(tenant, id)];
    await expect(decryptSigningSecrets({ ...own, secrets: copied.secrets }, Date.now())).rejects.toThrow('decrypted');
    const foreign = { ...copied, workspace_id: (await newTenant()).workspace.id };
    await expect(decryptSigningSecrets(foreign, Date.now())).rejects.toThrow('decrypted');
  });

  it('that is active cannot be the next one, generated or chosen, although a rotation decrypts nothing', async () => {
    const tenant = await newTenant();
    const { webhook_id: id, secret } = await newWebhook(tenant, { url: 'https://example.com/one' });
    expect((await rotate(tenant, id, { secret: CHOSEN })).status).toBe(200);
    for (const again of [secret, CHOSEN]) {
      const answer = await rotate(tenant, id, { secret: again });
      expect([answer.status, (answer.json.errors as Json[])[0]!.code]).toEqual([422, 'secret_in_use']);
    }
  });

  it('is different ciphertext and another fingerprint at another endpoint', async () => {
    const tenant = await newTenant();
    const made = await Promise.all(
      ['one', 'two'].map((path) => newWebhook(tenant, { url: `https://example.com/${path}`, secret: CHOSEN })),
    );
    const [one, two] = await Promise.all(
      made.map(async ({ webhook_id }) => (await endpointOf(tenant, webhook_id)).secrets[0]!),
    );
    expect(one!.split('.')[0]).not.toBe(two!.split('.')[0]);
  });
});

describe('a delivery', () => {
  const queued = async () => {
    const tenant = await newTenant();
    const bodies: { headers: Record<string, string>; body: string }[] = [];
    const receiver = await httpReceiver(({ headers, body }, response) => {
      bodies.push({ headers: headers as Record<string, string>, body });
      response.end();
    });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const { webhook_id: id, secret } = await newWebhook(tenant, { url, events: ['content.created'] });
    await newContent(tenant);
    await processAllChanges(harness);
    const { message } = harness.sent()[0]!;
    return { tenant, id, secret: String(secret), bodies, message };
  };
  const run = async (message: object) => (await deliver(sqsEvent(message))).batchItemFailures;

  it('is signed with the old and the new secret after a rotation', async () => {
    const { tenant, id, secret, bodies, message } = await queued();
    const { json } = await rotate(tenant, id);
    expect(await run(message)).toEqual([]);
    for (const each of [secret, String(json.secret)]) {
      expect(() => new Webhook(each).verify(bodies[0]!.body, bodies[0]!.headers)).not.toThrow();
    }
  });

  it('is retried, not attempted and not lost, while KMS does not respond', async () => {
    const { bodies, message } = await queued();
    mockKms().fault = sdkError('KMSInternalException');
    expect(await run(message)).toHaveLength(1);
    expect(storedRecords(harness, 'Delivery')).toEqual([]);
    expect(bodies).toEqual([]);
    mockKms().fault = null;
    expect(await run(message)).toEqual([]);
    expect(bodies).toHaveLength(1);
  });

  it('decrypts once in five minutes, however many there are', async () => {
    const { tenant, bodies, message } = await queued();
    await run(message);
    const { calls } = mockKms();
    for (let number = 0; number < 5; number++) {
      advanceTime(10_000);
      await newContent(tenant);
    }
    await processAllChanges(harness);
    for (const { message } of harness.sent()) await run(message);
    expect(bodies).toHaveLength(6);
    expect(mockKms().calls).toBe(calls);
  });
});

describe('webhooks.create', () => {
  it('stores nothing while KMS does not respond', async () => {
    const tenant = await newTenant();
    mockKms().fault = sdkError('KMSInternalException');
    const body = { url: 'https://example.com/one', events: ['*'] };
    expect((await callApi('webhooks.create', { token: tenant.token, body })).status).toBe(500);
    expect(storedRecords(harness, 'Endpoint')).toEqual([]);
  });

  it('does not decrypt: changes of an endpoint leave its secrets as they are', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant, { url: 'https://example.com/one' });
    const before = await endpointOf(tenant, id);
    await commit([endpointWrite(before, { ...before, slow_since: '2026-08-03T10:00:30.000Z' })]);
    const { calls } = mockKms();
    await callApi('webhooks.update', { token: tenant.token, params: { id }, body: { status: 'paused' } });
    expect(mockKms().calls).toBe(calls);
    expect((await endpointOf(tenant, id)).secrets).toEqual(before.secrets);
  });
});
