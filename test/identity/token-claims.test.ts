import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { publishLimitEntity } from '../../lib/accounts/entities/accounts.ts';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { keyOf, toItem } from '../../lib/core/table/schema.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { workspaceEntity } from '../../lib/identity/entities/workspaces.ts';
import { formatAccessToken } from '../../lib/identity/rules/access-token.ts';
import { accessTokenWrite } from '../../lib/identity/store/access-tokens.ts';
import {
  advanceTime,
  callApi,
  isRateLimitCommand,
  type Json,
  newInstance,
  setupApi,
  type TestResponse,
} from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { connect } from '../functions/simulated.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

/** The ids in the text of an access token are claims of the client: until the token is found, they prove nothing. */

const table = setupApi();

const idDigits = 3 * 26;
const secretOf = (token: string) => token.slice(idDigits);
const forged = ({ key }: Tenant) => formatAccessToken(key, newBearerSecret());

/** The same response whatever the request id, with the count of the address left out. */
function uncounted({ status, headers, json }: TestResponse) {
  const { ratelimit: _, 'x-ratelimit-remaining': __, 'x-request-id': ___, ...rest } = headers;
  const { request_id: ____, instance: _____, ...body } = json;
  return { status, headers: rest, body };
}

function expectRejected(answer: TestResponse): void {
  expect(answer.status, answer.text).toBe(401);
  expect(answer.json.code).toBe('invalid_token');
}

const windowsOf = (subject: string) =>
  table
    .items()
    .filter(({ entity, subject_id, pk }) => entity === 'RateWindow' && `${subject_id}${pk}`.includes(subject));

describe('a token with a valid secret', () => {
  const mixtures: [string, (own: Tenant, other: Tenant) => string][] = [
    ['all ids of another tenant', (own, other) => formatAccessToken(other.key, secretOf(own.token))],
    [
      "another tenant's workspace",
      (own, other) => formatAccessToken({ ...own.key, workspace_id: other.workspace.id }, secretOf(own.token)),
    ],
    [
      "another tenant's key",
      (own, other) => formatAccessToken({ ...own.key, client_id: other.key.client_id }, secretOf(own.token)),
    ],
    [
      "another tenant's member",
      (own, other) => formatAccessToken({ ...own.key, user_id: other.owner.id }, secretOf(own.token)),
    ],
  ];

  it.each(mixtures)('and %s is invalid', async (_, mix) => {
    const [own, other] = [await newTenant(), await newTenant()];
    const { id } = await newContent(other);
    expectRejected(await callApi('content.get', { token: mix(own, other), params: { id } }));
  });

  it.each(mixtures)('and %s is invalid even when it is stored for its tenant', async (_, mix) => {
    const [own, other] = [await newTenant(), await newTenant()];
    const { id } = await newContent(other);
    const token = mix(own, other);
    await commit([
      accessTokenWrite({
        hash: secretHash(token),
        client_id: own.key.client_id,
        secret_number: own.key.secret_number,
        user_id: own.owner.id,
        workspace_id: own.workspace.id,
        permissions: [...PERMISSIONS],
        expires_at_ms: Date.now() + 3_600_000,
      }),
    ]);
    expectRejected(await callApi('content.get', { token, params: { id } }));
  });
});

describe('a forged token that names the key, member and workspace of a tenant', () => {
  it('uses up none of the quota of the workspace or of the key, and is no use of the key', async () => {
    const tenant = await newTenant('standard', { hourly_limit: 5 });
    for (let time = 0; time < 20; time++) {
      expectRejected(await callApi('auth.verify', { token: forged(tenant), sourceIp: '203.0.113.77' }));
    }
    expect([...windowsOf(tenant.workspace.id), ...windowsOf(tenant.key.client_id)]).toEqual([]);
    expect(windowsOf('203.0.113.77')).toHaveLength(1);
    expect(table.items().filter(({ entity }) => entity === 'ApiKeyUsage')).toEqual([]);
    expect((await callApi('auth.verify', { token: tenant.token })).status).toBe(200);
  });

  it('is not attributed to the tenant in the log', async () => {
    const tenant = await newTenant();
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    process.env.LOG_LEVEL = 'DEBUG';
    try {
      expectRejected(await callApi('auth.verify', { token: forged(tenant) }));
    } finally {
      process.env.LOG_LEVEL = 'SILENT';
      spy.mockRestore();
    }
    expect(lines.join('')).toContain('"status":401');
    expect(lines.join('')).not.toMatch(/"(client_id|workspace_id|user_id)"/);
    expect(lines.join('')).not.toContain(tenant.key.client_id.slice(4));
  });

  it('has the same response as one that names nothing, for an existing and for a missing item', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const nothing = { workspace_id: newId('workspace'), user_id: newId('user'), client_id: newId('key') };
    const answers = [
      await callApi('content.get', { token: formatAccessToken(nothing, newBearerSecret()), params: { id } }),
      await callApi('content.get', { token: forged(tenant), params: { id } }),
      await callApi('content.get', { token: forged(tenant), params: { id: newId('content') } }),
      await callApi('content.get', { token: forged(tenant), params: { id: 'a#b' } }),
      await callApi('content.get', { token: 'malformed', params: { id } }),
    ];
    for (const answer of answers) {
      expectRejected(answer);
      expect(uncounted(answer)).toEqual(uncounted(answers[0]!));
    }
  });

  it('is rejected as such while the items it names cannot be read', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const newer = { ...toItem(workspaceEntity, tenant.workspace), schema: 99 };
    await commit([{ put: newer, condition: 'present' }]);
    expectRejected(await callApi('content.get', { token: forged(tenant), params: { id } }));
  });

  it('leaves nothing behind for the next request of the instance', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const instance = await newInstance('content.get');
    const token = forged(tenant);
    expectRejected(await instance({ token, params: { id } }));
    expectRejected(await instance({ token, params: { id } }));
    await callApi('content.update', { token: tenant.token, params: { id }, body: { title: 'Another title' } });
    expect((await instance({ token: tenant.token, params: { id } })).json.title).toBe('Another title');
  });
});

describe('authentication', () => {
  const reads = () => {
    const keys: string[] = [];
    table.fault = (command, input) => {
      if (!/^(Batch)?Get/.test(command) || isRateLimitCommand(input)) return null;
      const batch = Object.values((input.RequestItems ?? {}) as Record<string, { Keys: Json[] }>);
      keys.push(batch.length > 0 ? batch[0]!.Keys.map(({ pk }) => pk).join(' ') : String((input.Key as Json).pk));
      return null;
    };
    return keys;
  };

  it.each([
    ['too short', () => randomBytes(32).toString('base64url')],
    ['in lower case', (token: string) => token.toLowerCase()],
    ['longer by a letter', (token: string) => `${token}A`],
    ['with a separator of keys', (token: string) => token.replace(/^./, '#')],
  ])('of a malformed token, %s, costs no read', async (_, malformed) => {
    const { token } = await newTenant();
    const read = reads();
    expectRejected(await callApi('content.get', { token: malformed(token), params: { id: newId('content') } }));
    expect(read).toEqual([]);
  });

  it('reads everything, and the item that the path names, in one request', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const instance = await newInstance('content.get');
    const read = reads();
    expect((await instance({ token: tenant.token, params: { id } })).status).toBe(200);
    expect(read).toHaveLength(1);
    // The item and the settings at the same time, then the default accounts.
    await instance({ token: tenant.token, params: { id } });
    expect(read).toHaveLength(4);
  });

  it('reads again what the table did not return of its request', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const instance = await newInstance('content.get');
    table.unprocessed = ({ pk }) => /^(KEY|WS#[^#]+$)|#CONTENT$/.test(String(pk));
    const answer = await instance({ token: tenant.token, params: { id } });
    expect([answer.status, answer.json.id]).toEqual([200, id]);
  });

  it('of a forged token does not wait for items that the table does not return', async () => {
    const tenant = await newTenant();
    table.unprocessed = ({ pk }) => String(pk).startsWith('WS#');
    const read = reads();
    expectRejected(await callApi('auth.verify', { token: forged(tenant) }));
    expect(read).toHaveLength(1);
  });

  it('accepts a member who reads their own record, whose key is in the request twice', async () => {
    const { token, owner } = await newTenant();
    const instance = await newInstance('team.get-member');
    expect((await instance({ token, params: { id: owner.id } })).json.email).toBe(owner.email);
  });
});

describe('an item that was read with the token', () => {
  it('is read again after a conflict', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const instance = await newInstance('content.update');
    let attempts = 0;
    table.fault = (command) => {
      if (command !== 'TransactWriteCommand' && command !== 'PutCommand') return null;
      attempts += 1;
      if (attempts > 1) return null;
      const item = table.items().find(({ entity }) => entity === 'Content')!;
      table.insert({ ...item, description: 'Changed by another request', version: Number(item.version) + 1 });
      return null;
    };
    const answer = await instance({ token: tenant.token, params: { id }, body: { title: 'Another title' } });
    expect(answer.json).toMatchObject({ title: 'Another title', description: 'Changed by another request' });
  });

  it('is not used after the commit: the response to a publication has the limit that the account met', async () => {
    const tenant = await newTenant();
    const { id: accountId } = await connect(tenant, 'twitter');
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    const instance = await newInstance('content.update');
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const limit = { workspace_id: tenant.workspace.id, platform: 'twitter', account_id: accountId, until };
    let isCommitted = false;
    table.fault = (command) => {
      if (command === 'TransactWriteCommand' && !isCommitted) {
        isCommitted = true;
        table.insert(toItem(publishLimitEntity, limit));
      } else if (isCommitted && command === 'GetCommand') advanceTime(30_000); // Longer than the request waits.
      return null;
    };
    const answer = await instance({ token: tenant.token, params: { id }, body: { status: 'published' } });
    expect([answer.status, answer.json.warnings]).toMatchObject([202, [{ code: 'rate_limited' }]]);
  });

  it('is not given to the handler when the request is rejected before it', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    await commit([{ delete: keyOf(memberEntity, { ...tenant.owner }), condition: 'present' }]);
    const instance = await newInstance('content.get');
    expectRejected(await instance({ token: tenant.token, params: { id } }));
  });
});
