import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PASSKEYS_PER_MEMBER } from '../../lib/identity/rules/passkey.ts';
import { cbor, createAuthenticator, type Registration } from '../../tools/simulator/passkey-authenticator.ts';
import { callApi, type Json, newInstance } from '../functions/api-harness.ts';
import { attestAndroidKey } from '../functions/attested-credentials.ts';
import { DASHBOARD_ORIGIN, newCredential, newPasskey, passkeyOptions } from '../functions/passkey-requests.ts';
import { newMember } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const passkeys = () => storedRecords(harness, 'Passkey');

const add = (cookie: string, credential: Json) =>
  callApi('auth.create-passkey', { headers: { cookie }, body: { name: 'Laptop', credential } });

/** Register what a hostile authenticator makes. */
async function register(cookie: string, registration: Registration) {
  return add(cookie, createAuthenticator(DASHBOARD_ORIGIN).create(await passkeyOptions(cookie), registration));
}

/**
 * Encode an attestation so that a decoder for which `+` has no value finds it, and one for which it is 62 finds the format
 * `none`: for the second, the value before the attestation is longer and contains it.
 */
function readTwoWays(attestation: Uint8Array): string {
  const value = Buffer.alloc(0x1f80);
  value.set(attestation.subarray(1), 0x1000);
  const none = cbor({ fmt: 'none', attStmt: {}, authData: Buffer.alloc(37) });
  const text = Buffer.concat([Buffer.of(0xa4), cbor('p'), cbor(value), none.subarray(1)]).toString('base64url');
  // The character with the bits by which 0x1f80 differs from 0x1000.
  return `${text.slice(0, 6)}+${text.slice(7)}`;
}

describe('an attestation', () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(String(request.url));
    RESPONSES[new URL(String(request.url), url).pathname]?.(response);
  });
  let url = '';

  // What a listener in a private network may do with the connection.
  const RESPONSES: Record<string, (response: ServerResponse) => void> = {
    '/list': (response) => response.end('nothing'),
    '/redirect': (response) => response.writeHead(302, { location: `${url}/internal` }).end(),
    '/silent': () => {},
    '/large': (response) => response.end(Buffer.alloc(20_000_000)),
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requested.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(Object.keys({ '/list': 1, '/redirect': 1, '/silent': 1, '/large': 1 }))(
    'whose certificate names a revocation list at %s is rejected without a request to it',
    async (path) => {
      const cookie = await newSessionCookie(await newMember(await newTenant(), 'viewer'));
      const answer = await register(cookie, { attest: attestAndroidKey([`${url}${path}`, `${url}${path}?two`]) });
      expect(requested).toEqual([]);
      expect([answer.status, answer.json.code]).toEqual([422, 'passkey_rejected']);
      expect(answer.json.detail).toContain('attestation');
      expect(passkeys()).toEqual([]);
    },
  );

  it('that only another decoder of base64url finds is rejected without a request', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const attest = attestAndroidKey([`${url}/list`]);
    const credential = createAuthenticator(DASHBOARD_ORIGIN).create(await passkeyOptions(cookie), { attest });
    const response = credential.response as Json;
    response.attestationObject = readTwoWays(Buffer.from(String(response.attestationObject), 'base64url'));
    const answer = await add(cookie, credential);
    expect(requested).toEqual([]);
    expect([answer.status, answer.json.code]).toEqual([422, 'passkey_rejected']);
    expect(passkeys()).toEqual([]);
  });

  it.each(['packed', 'tpm', 'android-safetynet', 'apple', 'fido-u2f', 'NONE', 'compound'])(
    'of the format %s is rejected',
    async (fmt) => {
      const cookie = await newSessionCookie((await newTenant()).owner);
      const answer = await register(cookie, { attest: () => ({ fmt, attStmt: {} }) });
      expect([answer.status, answer.json.code]).toEqual([422, 'passkey_rejected']);
      expect(passkeys()).toEqual([]);
    },
  );
});

describe('a new passkey', () => {
  // A key with a field that fills it up: the library ignores fields that it does not know.
  const keyOf = (bytes: number) => {
    const point = Buffer.alloc(32, 7);
    const fields = (padding: number) =>
      cbor(
        new Map<unknown, unknown>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, point],
            [-3, point],
          ] as const),
          [-4, Buffer.alloc(padding)],
        ]),
      );
    return fields(bytes - fields(1_000).length + 1_000);
  };

  it.each([
    [201, 'with a credential id of 1,023 bytes', { id: Buffer.alloc(1_023, 1) }],
    [422, 'with a credential id of 1,024 bytes', { id: Buffer.alloc(1_024, 1) }],
    [201, 'with a public key of 2,048 bytes', { coseKey: keyOf(2_048) }],
    [422, 'with a public key of 2,049 bytes', { coseKey: keyOf(2_049) }],
  ])('is answered with %i %s', async (status, _, registration) => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const answer = await register(cookie, registration);
    expect(answer.status, answer.text).toBe(status);
    expect(passkeys()).toHaveLength(status === 201 ? 1 : 0);
  });

  it('with the credential id of another member is rejected, also in another workspace', async () => {
    const tenant = await newTenant();
    const id = Buffer.alloc(16, 9);
    expect((await register(await newSessionCookie(tenant.owner), { id })).status).toBe(201);
    for (const member of [await newMember(tenant, 'admin'), (await newTenant()).owner]) {
      const answer = await register(await newSessionCookie(member), { id });
      expect([answer.status, answer.json.code]).toEqual([422, 'passkey_rejected']);
    }
    expect(passkeys()).toHaveLength(1);
  });

  it('may have the credential id of one that was deleted', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    const id = Buffer.alloc(16, 9);
    const { json } = await register(cookie, { id });
    await callApi('auth.delete-passkey', { headers: { cookie }, params: { id: String(json.id) } });
    expect((await register(cookie, { id })).status).toBe(201);
  });

  it('is the tenth for one of several requests at the same time', async () => {
    const cookie = await newSessionCookie((await newTenant()).owner);
    for (let count = 1; count < MAX_PASSKEYS_PER_MEMBER; count++) await newPasskey(cookie);
    const credentials = [await newCredential(cookie), await newCredential(cookie), await newCredential(cookie)];
    const instances = await Promise.all(credentials.map(() => newInstance('auth.create-passkey')));
    // All have read before any of them writes.
    const writing: (() => void)[] = [];
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || writing.length === credentials.length) return;
      await new Promise<void>((resume) => {
        if (writing.push(resume) === credentials.length) for (const each of writing) each();
      });
    };
    const answers = await Promise.all(
      instances.map((ask, index) =>
        ask({ headers: { cookie }, body: { name: 'Laptop', credential: credentials[index] } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(passkeys()).toHaveLength(MAX_PASSKEYS_PER_MEMBER);
  });
});
