import { afterEach, describe, expect, it, vi } from 'vitest';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { advanceTime, callApi, type Json, setupApi, succeed } from '../functions/api-harness.ts';
import { ORGANIZATIONS, offeringFlow, startFlow } from '../functions/connections.ts';
import { ACCOUNT, accounts, returnWithCode } from '../functions/given/connect-flow.ts';
import { newContent } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

/** Which account is the default of its platform after the default account was deleted and is connected again. */

setupApi();

const exchange = vi.spyOn(CONNECTORS.twitter!, 'exchange');

afterEach(() => exchange.mockReset());

const request = async (tenant: Tenant, operation: Parameters<typeof callApi>[0], options: Json = {}) => {
  const answer = await callApi(operation, { token: await newToken(tenant), ...options });
  expect(answer.status, answer.text).toBeLessThan(300);
  advanceTime(5);
  return answer.json;
};

/** Connect an account by its tokens. */
const connect = (tenant: Tenant, platform: string, external_id: string, more: Json = {}) =>
  request(tenant, 'accounts.create', { body: { platform, external_id, access_token: 'token', ...more } });
const sandbox = (tenant: Tenant, external_id: string) =>
  request(tenant, 'accounts.create', { body: { platform: 'twitter', external_id, sandbox: true } });

const idOf = (tenant: Tenant, external_id: string) =>
  String(accounts(tenant).find((each) => each.external_id === external_id)?.id);
const remove = (tenant: Tenant, external_id: string) =>
  request(tenant, 'accounts.delete', { params: { id: idOf(tenant, external_id) } });
const choose = (tenant: Tenant, external_id: string) =>
  request(tenant, 'accounts.update', { params: { id: idOf(tenant, external_id) }, body: { is_default: true } });

/** The external ids of the default accounts. */
const defaults = (tenant: Tenant) =>
  accounts(tenant)
    .filter(({ is_default }) => is_default)
    .map(({ external_id }) => external_id);

const A = ACCOUNT.externalId;
const ORGANIZATION = ORGANIZATIONS[0]!;
const OTHER = { twitter: '102', linkedin: 'urn:li:organization:102' };

const WAYS: [
  name: string,
  platform: 'twitter' | 'linkedin',
  external_id: string,
  connectA: (tenant: Tenant) => Promise<unknown>,
][] = [
  ['its tokens', 'twitter', A, (tenant) => connect(tenant, 'twitter', A)],
  [
    'the consent page',
    'twitter',
    A,
    async (tenant) => {
      exchange.mockResolvedValue({ outcome: 'granted', accounts: [ACCOUNT] });
      await returnWithCode(await startFlow(tenant));
    },
  ],
  [
    'a request that selects it',
    'linkedin',
    ORGANIZATION,
    async (tenant) => {
      const { id } = await offeringFlow(tenant, {}, await newSessionCookie(tenant.owner));
      const body = { external_id: ORGANIZATION };
      await succeed('connect.select', { token: tenant.token, params: { id }, body });
    },
  ],
  [
    'the selection page',
    'linkedin',
    ORGANIZATION,
    async (tenant) => {
      const { token, cookie } = await offeringFlow(tenant);
      await callApi('connect.submit-choice', { query: { token, external_id: ORGANIZATION }, headers: { cookie } });
    },
  ],
];

describe.each(WAYS)('a default account that was deleted and is connected again by %s', (_, platform, a, connectA) => {
  it('is the default again, which another account has been', async () => {
    const tenant = await newTenant();
    await connectA(tenant);
    await connect(tenant, platform, OTHER[platform]);
    await remove(tenant, a);
    expect(defaults(tenant)).toEqual([OTHER[platform]]);
    await connectA(tenant);
    expect(defaults(tenant)).toEqual([a]);
  });

  it('is the default again when it was the only account', async () => {
    const tenant = await newTenant();
    await connectA(tenant);
    await remove(tenant, a);
    await connectA(tenant);
    expect(defaults(tenant)).toEqual([a]);
  });

  it('is the default again when another account was connected after its deletion', async () => {
    const tenant = await newTenant();
    await connectA(tenant);
    await remove(tenant, a);
    await connect(tenant, platform, OTHER[platform]);
    await connectA(tenant);
    expect(defaults(tenant)).toEqual([a]);
  });

  it('leaves it to another one that a user has chosen since, also where that one was the default already', async () => {
    const tenant = await newTenant();
    await connectA(tenant);
    await connect(tenant, platform, OTHER[platform]);
    await remove(tenant, a);
    await choose(tenant, OTHER[platform]);
    await connectA(tenant);
    expect(defaults(tenant)).toEqual([OTHER[platform]]);
  });
});

describe('several default accounts that were deleted', () => {
  /** A workspace with the account 104: 101, 102 and 103 were the default before, and were deleted in this order. */
  async function givenLast(): Promise<Tenant> {
    const tenant = await newTenant();
    for (const each of ['101', '102', '103', '104']) await connect(tenant, 'twitter', each);
    for (const each of ['101', '102', '103']) await remove(tenant, each);
    return tenant;
  }

  it.each([
    [
      ['101', '102', '103'],
      ['101', '101', '101'],
    ],
    [
      ['103', '102', '101'],
      ['103', '102', '101'],
    ],
    [
      ['102', '103', '101'],
      ['102', '102', '101'],
    ],
  ])('connected again in the order %j give the default to the earliest of them', async (order, expected) => {
    const tenant = await givenLast();
    const found: unknown[] = [];
    for (const each of order) {
      await connect(tenant, 'twitter', each);
      found.push(...defaults(tenant));
    }
    expect(found).toEqual(expected);
  });

  it('are those of their platform only', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram', A);
    await remove(tenant, A);
    await connect(tenant, 'twitter', OTHER.twitter);
    await connect(tenant, 'twitter', A);
    expect(defaults(tenant)).toEqual([OTHER.twitter]);
  });
});

describe('a sandbox account that was the default and is connected again', () => {
  it.each([
    [true, 'sandbox-s'],
    [false, A],
  ])('takes the place of an account of the platform only if a user had chosen it: %s', async (isChosen, expected) => {
    const tenant = await newTenant();
    await sandbox(tenant, 'sandbox-s');
    if (isChosen) await choose(tenant, 'sandbox-s');
    await remove(tenant, 'sandbox-s');
    await connect(tenant, 'twitter', A);
    await sandbox(tenant, 'sandbox-s');
    expect(defaults(tenant)).toEqual([expected]);
    await connect(tenant, 'twitter', OTHER.twitter);
    expect(defaults(tenant)).toEqual([expected]);
  });

  it('takes the place of another sandbox account', async () => {
    const tenant = await newTenant();
    for (const each of ['sandbox-s', 'sandbox-t']) await sandbox(tenant, each);
    await remove(tenant, 'sandbox-s');
    await sandbox(tenant, 'sandbox-s');
    expect(defaults(tenant)).toEqual(['sandbox-s']);
  });
});

describe('a post that names no account', () => {
  it('goes to the account that was the default and is connected again', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter', A);
    await connect(tenant, 'twitter', OTHER.twitter);
    await remove(tenant, A);
    await connect(tenant, 'twitter', A);
    const scheduled_at = new Date(Date.now() + 60_000).toISOString();
    const { targets } = await newContent(tenant, { platforms: ['twitter'], scheduled_at });
    expect((targets as Json[]).map(({ account_id }) => account_id)).toEqual([idOf(tenant, A)]);
  });
});
