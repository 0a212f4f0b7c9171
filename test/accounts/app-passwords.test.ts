import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { didOfHandle } from '../../lib/platforms/bluesky/simulator/identifiers.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { startCannedServer } from '../platforms/platforms.ts';

/** Bluesky accounts, which are connected with an app password at their own server. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const PASSWORD = 'abcd-efgh-ijkl-mnop';
const BODY = { platform: 'bluesky', external_id: 'acme.test', app_password: PASSWORD };

const create = (tenant: Tenant, fields: Json = {}) =>
  callApi('accounts.create', { token: tenant.token, body: { ...BODY, ...fields } });

function setNetwork(urls: { appView?: string; directory?: string }, more: Json = {}): void {
  const settings = JSON.parse(process.env.SETTINGS!);
  process.env.SETTINGS = JSON.stringify({ ...settings, ...more, blueskyUrls: { ...settings.blueskyUrls, ...urls } });
}

describe('accounts.create with an app password', () => {
  describe('201', () => {
    it('resolves the handle to the DID and the server, and knows when the token expires', async () => {
      const { status, json } = await create(await newTenant());
      expect(status).toBe(201);
      expect(json).toMatchObject({
        platform: 'bluesky',
        external_id: didOfHandle('acme.test'),
        handle: 'acme.test',
        server: `${platforms().origin}/_simulator/bluesky`,
        token_expires_at: new Date(Date.now() + 7_200_000).toISOString(),
        is_refreshable: true,
      });
    });

    it('neither stores, returns nor logs the password and the tokens', async () => {
      const { text } = await create(await newTenant());
      const requests = JSON.stringify(await platforms().requests());
      const seen = [text, JSON.stringify(harness.table.items()), harness.logged(), requests].join('\n');
      expect(seen).not.toContain(PASSWORD);
      expect(seen).not.toMatch(/accessJwt|refreshJwt/);
    });

    it('uses the server that the account names, not the usual one', async () => {
      const { json } = await create(await newTenant(), { external_id: 'acme.other.test' });
      expect(json.server).toBe(`${platforms().origin}/_simulator/bluesky/other`);
      const paths = (await platforms().requests()).map(({ path }) => path);
      expect(paths.at(-1)).toBe('/_simulator/bluesky/other/xrpc/com.atproto.server.createSession');
    });

    it('connects an account by its handle and again by its DID under one id', async () => {
      const tenant = await newTenant();
      const first = await create(tenant);
      const again = await create(tenant, { external_id: didOfHandle('acme.test') });
      expect([again.status, again.json.id]).toEqual([201, first.json.id]);
      expect(storedRecords<Account>(harness, 'Account')).toHaveLength(1);
    });

    it('connects one account for two workspaces, each with a session of its own', async () => {
      const [one, other] = [await newTenant(), await newTenant()];
      expect([(await create(one)).status, (await create(other)).status]).toEqual([201, 201]);
      const made = await scheduleContent(one, 'bluesky', { description: 'From the first' });
      advanceTime(60_000);
      await onPublishDue(made.dueMessage, lambdaContext());
      expect(await platforms().posts()).toHaveLength(1);
    });
  });

  describe('422', () => {
    it.each<[string, Json, string, string]>([
      ['a wrong password', { app_password: 'wrong' }, '/app_password', 'app_password_refused'],
      ['a handle without an account', { external_id: 'missing.test' }, '/external_id', 'account_not_found'],
      ['a handle of an unknown domain', { external_id: 'acme.example' }, '/external_id', 'account_not_found'],
    ])('rejects %s, naming the field, and stores nothing', async (_, fields, pointer, code) => {
      const answer = await create(await newTenant(), fields);
      expect([answer.status, answer.json.errors]).toMatchObject([422, [{ pointer, code }]]);
      expect(storedRecords(harness, 'Account')).toEqual([]);
      expect(answer.text).not.toContain(PASSWORD);
    });

    it.each<[string, Json, string]>([
      ['no password', { app_password: undefined }, '/app_password'],
      ['an access token', { access_token: 'token' }, '/access_token'],
      ['a refresh token', { refresh_token: 'token' }, '/refresh_token'],
      ['neither a handle nor a DID', { external_id: '2244994945' }, '/external_id'],
      ['webhooks, which Bluesky does not send', { inbound: { secret: 's' } }, '/inbound'],
      ['the password of another platform', { platform: 'twitter', external_id: '1' }, '/app_password'],
    ])('rejects %s without a request', async (_, fields, pointer) => {
      const answer = await create(await newTenant(), fields);
      expect(answer.status, answer.text).toBe(422);
      expect((answer.json.errors as Json[]).map((error) => error.pointer)).toContain(pointer);
      expect(await platforms().requests()).toEqual([]);
    });

    it('rejects an account whose server is at a private address, without a request to it', async () => {
      const did = didOfHandle('acme.test');
      const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://10.0.0.1' }];
      await using directory = await startCannedServer(200, { id: did, alsoKnownAs: ['at://acme.test'], service });
      setNetwork({ directory: directory.origin });
      const answer = await create(await newTenant());
      expect([answer.status, answer.json.errors]).toMatchObject([422, [{ code: 'server_refused' }]]);
    });

    it('rejects a server on a loopback address where the stage does not allow them', async () => {
      setNetwork({}, { allowsLoopbackReceivers: false });
      const answer = await create(await newTenant());
      expect([answer.status, answer.json.errors]).toMatchObject([422, [{ code: 'server_refused' }]]);
    });

    it('rejects a handle that its account does not name', async () => {
      const did = didOfHandle('acme.test');
      await using directory = await startCannedServer(200, { id: did, alsoKnownAs: ['at://other.test'], service: [] });
      setNetwork({ directory: directory.origin });
      const answer = await create(await newTenant());
      expect([answer.status, answer.json.errors]).toMatchObject([422, [{ code: 'handle_not_verified' }]]);
    });
  });

  describe('503', () => {
    it('says to retry when the directory does not respond properly, and stores nothing', async () => {
      await using directory = await startCannedServer(502, 'Bad Gateway');
      setNetwork({ directory: directory.origin });
      const { status, headers } = await create(await newTenant());
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(storedRecords(harness, 'Account')).toEqual([]);
    });
  });
});

it('the token of an account is refreshed at its own server', async () => {
  const tenant = await newTenant();
  await create(tenant, { external_id: 'acme.other.test' });
  const made = await scheduleContent(tenant, 'bluesky', { description: 'Later' }, 7_000);
  advanceTime(7_000_000);
  await onPublishDue(made.dueMessage, lambdaContext());
  const paths = (await platforms().requests()).map(({ path }) => path);
  expect(paths).toContain('/_simulator/bluesky/other/xrpc/com.atproto.server.refreshSession');
  expect(await platforms().posts()).toHaveLength(1);
});
