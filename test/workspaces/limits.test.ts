import { afterEach, describe, expect, it } from 'vitest';
import { stage as stageOf } from '../../lib/stack/stages.ts';
import { callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newStageTenant, type Tenant } from '../functions/tenants.ts';
import { callIn, newCustomer } from './given.ts';

const table = setupApi();

const SETTINGS = JSON.stringify(stageOf('local'));
afterEach(() => {
  process.env.SETTINGS = SETTINGS;
});
/** Give the stage default limits, for the workspaces that have none. */
const setDefaults = (defaultLimits: Json) => {
  process.env.SETTINGS = JSON.stringify(stageOf('local', 3000, { defaultLimits }));
};

const update = (stage: Tenant, id: string, limits: Json) =>
  callApi('workspaces.update', { token: stage.token, params: { id }, body: { limits } });
const connect = (workspace: string, stage: Tenant, number: number) =>
  callIn(workspace, stage, 'accounts.create', {
    body: { platform: 'twitter', external_id: `100000000${number}`, access_token: 'token' },
  });
const accountsOf = async (workspace: string, stage: Tenant) => {
  const { json } = await callIn(workspace, stage, 'accounts.list');
  return json.accounts as (Json & { id: string })[];
};

describe('the limits of a workspace', () => {
  it('are those that the product sets; null is the default, and an omitted one stays', async () => {
    const stage = await newStageTenant();
    const { id, limits } = await newCustomer(stage, { limits: { accounts: 3, media_bytes: 1_000 } });
    expect(limits).toMatchObject({ accounts: 3, media_bytes: 1_000, posts_per_day: null });
    const { json } = await update(stage, id, { media_bytes: null, posts_per_day: 5 });
    expect(json.limits).toMatchObject({ accounts: 3, media_bytes: null, posts_per_day: 5 });
  });

  it('cost a workspace without any neither a read nor a write when it connects an account', async () => {
    const stage = await newStageTenant();
    const customer = await newCustomer(stage);
    await connect(customer.id, stage, 1);
    expect(storedItems(table).filter(({ entity, sk }) => entity === 'Counter' && sk === 'accounts')).toEqual([]);
    expect(storedItems(table).filter(({ entity }) => entity === 'WorkspaceSettings')).toEqual([]);
  });

  it('are rejected outside of their range', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const { status, json } = await update(stage, id, { accounts: -1, posts_per_day: 100_001 });
    expect(status).toBe(422);
    expect((json.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/limits/accounts',
      '/limits/posts_per_day',
    ]);
  });
});

describe('the limit of accounts', () => {
  it('lets exactly as many connect, however many requests arrive at once', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { limits: { accounts: 3 } });
    const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => connect(id, stage, number)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(await accountsOf(id, stage)).toHaveLength(3);
    const { json } = answers.find(({ status }) => status === 409)!;
    expect(json).toMatchObject({ code: 'workspace_limit_reached', limit_name: 'accounts', limit: 3, used: 3 });
  });

  it('counts accounts from before it was set, and those of the sandbox not', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    await connect(id, stage, 1);
    await update(stage, id, { accounts: 2 });
    const sandbox = await callIn(id, stage, 'accounts.create', { body: { platform: 'twitter', sandbox: true } });
    expect(sandbox.status, sandbox.text).toBe(201);
    expect((await connect(id, stage, 2)).status).toBe(201);
    expect((await connect(id, stage, 3)).status).toBe(409);
  });

  it('has room again after a removal, and never rejects an account that is connected again', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { limits: { accounts: 1 } });
    await connect(id, stage, 1);
    expect((await connect(id, stage, 1)).status).toBe(201);
    const [account] = await accountsOf(id, stage);
    await callIn(id, stage, 'accounts.delete', { params: { id: account!.id } });
    expect((await connect(id, stage, 2)).status).toBe(201);
    expect((await connect(id, stage, 3)).status).toBe(409);
  });
});

describe('the default limits of the stage', () => {
  it('hold for a workspace without limits of its own', async () => {
    const stage = await newStageTenant();
    const [one, other] = [await newCustomer(stage), await newCustomer(stage, { limits: { accounts: 2 } })];
    setDefaults({ accounts: 1 });
    const statuses = async (id: string) => [(await connect(id, stage, 1)).status, (await connect(id, stage, 2)).status];
    expect(await statuses(one.id)).toEqual([201, 409]);
    expect(await statuses(other.id)).toEqual([201, 201]);
  });

  it('of requests replace that of the plan', async () => {
    setDefaults({ requests_per_minute: 3 });
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage);
    const answers = [];
    for (let request = 0; request < 4; request++) answers.push(await callIn(id, stage, 'accounts.list'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  });
});

describe('the limit of media bytes', () => {
  const add = (id: string, stage: Tenant, size_bytes: number) =>
    callIn(id, stage, 'media.create', { body: { size_bytes } });

  it('is exact in place of the quota of the plan, however many requests arrive at once', async () => {
    const stage = await newStageTenant();
    const { id } = await newCustomer(stage, { limits: { media_bytes: 1_000 } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(id, stage, 400)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    const { json } = answers.find(({ status }) => status === 409)!;
    expect(json).toMatchObject({ code: 'storage_quota_exceeded', used_bytes: 800, quota_bytes: 1_000 });
    expect((await add(id, stage, 200)).status).toBe(201);
  });
});
