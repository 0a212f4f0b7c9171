import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newAccount } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const draft = (token: string, fields: Json = {}) =>
  callApi('content.create', { token, body: { title: 'Summer is here', platforms: ['twitter'], ...fields } });
const edit = (token: string, id: unknown, body: Json) =>
  callApi('content.update', { token, params: { id: String(id) }, body });
const items = () => storedItems(table).filter(({ entity }) => entity === 'Content').length;

describe('the same content of an agent', () => {
  it('becomes one item of 100 requests at the same time, and each other request names it', async () => {
    const { token } = await newAgent(await newTenant(), { budgets: { drafts: 200 } });
    const before = items();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => draft(token, { title: `Summer${'\u200B'.repeat(index)} is here` })),
    );
    const [made, ...rest] = answers.sort((one, other) => one.status - other.status);
    expect(made!.status).toBe(201);
    for (const { status, json } of rest) {
      expect([status, json.code, json.content_id]).toEqual([409, 'duplicate_content', made!.json.id]);
    }
    expect(items()).toBe(before + 1);
  });

  it('is rejected for another agent of the workspace, and accepted for another account and another workspace', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    const [first, second, foreign] = [await newAgent(tenant), await newAgent(tenant), await newAgent(other)];
    const [one, two] = [await newAccount(tenant), await newAccount(tenant, { external_id: '99', access_token: 'b' })];
    expect((await draft(first.token, { accounts: [one.id] })).status).toBe(201);
    expect((await draft(second.token, { accounts: [one.id] })).status).toBe(409);
    expect((await draft(second.token, { accounts: [two.id] })).status).toBe(201);
    expect((await draft(foreign.token)).status).toBe(201);
  });

  it('is the same for the default account and for its name', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newAccount(tenant);
    expect((await draft(token)).status).toBe(201);
    expect((await draft(token, { accounts: [id] })).status).toBe(409);
  });

  it('is rejected as an edit of another item, and accepted as one of the item that has it', async () => {
    const { token } = await newAgent(await newTenant());
    const [first, second] = [await draft(token), await draft(token, { title: 'Winter' })];
    expect((await edit(token, second.json.id, { title: 'SUMMER is here' })).json.code).toBe('duplicate_content');
    expect((await edit(token, first.json.id, { title: 'Autumn' })).status).toBe(200);
    expect((await edit(token, first.json.id, { title: 'Summer is here!' })).status).toBe(200);
    expect((await edit(token, first.json.id, { title: 'Summer is here' })).status).toBe(200);
  });

  it('changes nothing of the budgets when it is rejected, and is accepted after 24 hours', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    await draft(agent.token);
    await draft(agent.token);
    const { json } = await callApi('keys.get', { token: tenant.token, params: { id: agent.id } });
    expect((json.agent as Json).used_today).toMatchObject({ drafts: 1 });
    advanceTime(86_400_000);
    expect((await draft(await agent.newToken())).status).toBe(201);
  });

  it('is accepted of a person', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    await draft(token);
    expect([(await draft(tenant.token)).status, (await draft(tenant.token)).status]).toEqual([201, 201]);
  });
});
