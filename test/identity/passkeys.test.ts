import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { MAX_PASSKEYS_PER_MEMBER } from '../../lib/identity/rules/passkey.ts';
import { deleteMemberWrites } from '../../lib/identity/store/members.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { advanceTime, callApi, type Json, newInstance, storedItems } from '../functions/api-harness.ts';
import {
  DASHBOARD_ORIGIN,
  newCredential,
  newPasskey,
  passkeyOptions,
  signInOptions,
} from '../functions/passkey-requests.ts';
import { newMember } from '../functions/resources.ts';
import { cookieIn, freshAddress, newSessionCookie, requestToken } from '../functions/sign-ins.ts';
import { newStageTenant, newTenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE = 60_000;

const signIn = (credential: Json) =>
  callApi('auth.sign-in-with-passkey', { sourceIp: freshAddress(), body: { credential } });
const add = (cookie: string, credential: Json) =>
  callApi('auth.create-passkey', { headers: { cookie }, body: { name: 'Laptop', credential } });
const list = async (cookie: string) =>
  (await callApi('auth.list-passkeys', { headers: { cookie } })).json.passkeys as Json[];
const passkeys = () => storedRecords(harness, 'Passkey');

async function withPasskey() {
  const tenant = await newTenant();
  const cookie = await newSessionCookie(tenant.owner);
  return { tenant, cookie, ...(await newPasskey(cookie)) };
}

describe('a passkey', () => {
  it('is added to a session, listed, and signs its member in', async () => {
    const { tenant, cookie, id, authenticator } = await withPasskey();
    expect(await list(cookie)).toEqual([
      {
        id,
        name: 'Laptop',
        created_at: expect.any(String),
        last_used_at: null,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    advanceTime(MINUTE);
    const answer = await signIn(authenticator.get(await signInOptions()));
    expect([answer.status, answer.json.user_id]).toEqual([201, tenant.owner.id]);
    expect((await requestToken(cookieIn(answer))).json.user).toMatchObject({ id: tenant.owner.id });
    expect((await list(cookie))[0]!.last_used_at).toBe(new Date(Date.now()).toISOString());
  });

  it('is offered for the domain of the dashboard, with user verification, and not twice on one device', async () => {
    const { cookie, tenant } = await withPasskey();
    const options = await passkeyOptions(cookie);
    expect(options).toMatchObject({
      rp: { id: new URL(DASHBOARD_ORIGIN).hostname },
      user: { name: tenant.owner.email, displayName: tenant.owner.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: passkeys()[0]!.credential_id }],
    });
    expect(await signInOptions()).toMatchObject({ userVerification: 'required', allowCredentials: [] });
  });

  it('is offered under the name of the product', async () => {
    const { cookie } = await withPasskey();
    const { token } = await newStageTenant();
    expect(await passkeyOptions(cookie)).toMatchObject({ rp: { name: 'Content Intelligence Service' } });
    expect((await callApi('branding.set', { token, body: { name: 'Example Social' } })).status).toBe(200);
    expect(await passkeyOptions(cookie)).toMatchObject({ rp: { name: 'Example Social' } });
  });

  it('cannot be managed without a session, also not with an access token', async () => {
    const { tenant, id } = await withPasskey();
    for (const [operation, request] of [
      ['auth.create-passkey-options', {}],
      ['auth.create-passkey', { body: { name: 'Laptop', credential: {} } }],
      ['auth.list-passkeys', {}],
      ['auth.delete-passkey', { params: { id } }],
    ] as const) {
      const answer = await callApi(operation, { ...request, token: tenant.token });
      expect([operation, answer.status, answer.json.code]).toEqual([operation, 401, 'session_expired']);
    }
  });

  it('of one member cannot be seen or deleted by another one of the workspace', async () => {
    const { tenant, id } = await withPasskey();
    const member = await newMember(tenant, 'admin');
    const cookie = await newSessionCookie(member);
    expect(await list(cookie)).toEqual([]);
    const answer = await callApi('auth.delete-passkey', { headers: { cookie }, params: { id } });
    expect(answer.json.code).toBe('not_found');
    expect(passkeys()).toHaveLength(1);
  });

  it('signs in no more once it is deleted', async () => {
    const { cookie, id, authenticator } = await withPasskey();
    const answer = await callApi('auth.delete-passkey', { headers: { cookie }, params: { id } });
    expect([answer.status, answer.json.success]).toEqual([200, true]);
    expect((await signIn(authenticator.get(await signInOptions()))).json.code).toBe('passkey_rejected');
  });

  it('of a removed member signs in no more, and is deleted', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const { authenticator } = await newPasskey(await newSessionCookie(member));
    await processAllChanges(harness);
    await commit(deleteMemberWrites(member));
    expect((await signIn(authenticator.get(await signInOptions()))).json.code).toBe('passkey_rejected');
    await processAllChanges(harness);
    expect(passkeys()).toEqual([]);
  });

  it('is rejected beyond ten of one member', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const late = await newCredential(cookie);
    for (let count = 0; count < MAX_PASSKEYS_PER_MEMBER; count++) await newPasskey(cookie);
    expect((await add(cookie, late)).json.code).toBe('passkey_limit');
    expect((await callApi('auth.create-passkey-options', { headers: { cookie } })).json.code).toBe('passkey_limit');
  });
});

describe('a challenge', () => {
  it('is signed once', async () => {
    const { authenticator } = await withPasskey();
    const options = await signInOptions();
    expect((await signIn(authenticator.get(options))).status).toBe(201);
    expect((await signIn(authenticator.get(options))).json.code).toBe('passkey_rejected');
  });

  it('starts one session for two requests at the same time', async () => {
    const { authenticator } = await withPasskey();
    const body = { credential: authenticator.get(await signInOptions()) };
    const before = storedRecords(harness, 'Session').length;
    const instances = [await newInstance('auth.sign-in-with-passkey'), await newInstance('auth.sign-in-with-passkey')];
    const answers = await Promise.all(instances.map((ask) => ask({ body, sourceIp: freshAddress() })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(storedRecords(harness, 'Session')).toHaveLength(before + 1);
  });

  it('is valid for five minutes', async () => {
    const { authenticator } = await withPasskey();
    const [first, second] = [await signInOptions(), await signInOptions()];
    advanceTime(5 * MINUTE - 1);
    expect((await signIn(authenticator.get(first))).status).toBe(201);
    advanceTime(1);
    expect((await signIn(authenticator.get(second))).json.code).toBe('passkey_rejected');
  });

  it('of one member adds no passkey to another one, and signs in no one', async () => {
    const { cookie, authenticator } = await withPasskey();
    const other = await newSessionCookie((await newTenant()).owner);
    const options = await passkeyOptions(cookie);
    expect((await add(other, createAuthenticator(DASHBOARD_ORIGIN).create(options))).json.code).toBe(
      'passkey_rejected',
    );
    const rp = options.rp as { id: string };
    expect((await signIn(authenticator.get({ ...options, rpId: rp.id }))).json.code).toBe('passkey_rejected');
  });

  it('of a sign-in adds no passkey', async () => {
    const { cookie } = await withPasskey();
    const options = { ...(await passkeyOptions(cookie)), challenge: (await signInOptions()).challenge };
    expect((await add(cookie, createAuthenticator(DASHBOARD_ORIGIN).create(options))).json.code).toBe(
      'passkey_rejected',
    );
  });
});

describe('a signature', () => {
  it.each([
    [
      'of another key',
      (good: Json, other: Json) => ({
        ...good,
        response: { ...(good.response as Json), signature: (other.response as Json).signature },
      }),
    ],
    ['of a credential that does not exist', (good: Json) => ({ ...good, id: 'AAAA', rawId: 'AAAA' })],
    [
      'without a user handle',
      (good: Json) => ({ ...good, response: { ...(good.response as Json), userHandle: undefined } }),
    ],
    [
      'with a malformed part',
      (good: Json) => ({ ...good, response: { ...(good.response as Json), authenticatorData: 7 } }),
    ],
    ['without client data', () => ({ id: 'AAAA' })],
  ] as [string, (good: Json, other: Json) => Json][])('%s is rejected, and changes nothing', async (_, change) => {
    const { authenticator } = await withPasskey();
    const options = await signInOptions();
    const good = authenticator.get(options);
    const other = createAuthenticator(DASHBOARD_ORIGIN).get(options);
    const before = storedItems(harness.table);
    const answer = await signIn(change(good, other));
    expect([answer.status, answer.json.code]).toEqual([422, 'passkey_rejected']);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('made on another site, or without the verification of the person, is rejected', async () => {
    const { cookie, authenticator } = await withPasskey();
    for (const circumstances of [{ origin: 'https://evil.example' }, { isVerified: false }]) {
      const used = await signIn(authenticator.get(await signInOptions(), circumstances));
      expect(used.json.code).toBe('passkey_rejected');
      const made = createAuthenticator(DASHBOARD_ORIGIN).create(await passkeyOptions(cookie), circumstances);
      expect((await add(cookie, made)).json.code).toBe('passkey_rejected');
    }
  });
});
