import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** Agents, and another feature. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const draft = (token: string, fields: Json = {}) =>
  callApi('content.create', { token, body: { title: 'A draft', platforms: ['twitter'], ...fields } });
const published = async () => (await platforms().posts()).map(({ text }) => text);

/** Submit an item, and approve it in the session of a person. */
async function approve(tenant: Tenant, person: string, id: string): Promise<void> {
  const token = await newToken(tenant);
  const submitted = await succeed('content.submit', { token, params: { id }, body: {} });
  const { content_hash } = submitted.approval as Json;
  await succeed('content.approve', { token: person, params: { id }, body: { content_hash } });
}

/** Schedule an item in a minute, and let the worker attempt its targets then. */
async function publish(tenant: Tenant, id: string): Promise<void> {
  const body = { scheduled_at: inSeconds(60) };
  await callApi('content.update', { token: await newToken(tenant), params: { id }, body });
  advanceTime(60_000);
  for (const { schedule_id } of (await contentOf(tenant, id)).targets as Json[]) {
    await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id: String(schedule_id) }, lambdaContext());
  }
}

/** A workspace with two accounts on X, and an agent for both. */
async function withAgent() {
  const tenant = await newTenant();
  const own = String((await connect(tenant, 'twitter')).id);
  const other = String((await connect(tenant, 'twitter', 'another-token', { external_id: '42' })).id);
  const { token } = await newAgent(tenant, { accounts: [own, other] });
  const disconnect = async () => {
    await succeed('accounts.delete', { token: await newToken(tenant), params: { id: own } });
    await processAllChanges(harness);
  };
  return { tenant, own, other, token, disconnect };
}

describe('an agent whose key is for an account that is deleted', () => {
  it('drafts only for the other accounts of its key', async () => {
    const { own, other, token, disconnect } = await withAgent();
    await disconnect();
    expect((await draft(token, { accounts: [own] })).status).toBe(422);
    expect((await draft(token, { accounts: [other] })).status).toBe(201);
  });
});

describe('the draft of an agent for an account that is deleted since', () => {
  it('is published on no other account without an edit by a person', async () => {
    const { tenant, own, other, token, disconnect } = await withAgent();
    const id = String((await draft(token, { accounts: [own] })).json.id);
    const person = await sessionToken(await newMember(tenant, 'approver'));
    await approve(tenant, person, id);
    await disconnect();
    await publish(tenant, id);
    expect(await published()).toEqual([]);
    expect((await contentOf(tenant, id)).accounts).toEqual([own]);
    const body = { accounts: [other] };
    const edited = await callApi('content.update', { token: tenant.token, params: { id }, body });
    expect(edited.json, edited.text).toMatchObject({ accounts: [other] });
  });
});

describe('the agent of a removed member', () => {
  async function removed() {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const member = await newMember(tenant, 'admin');
    const agent = await newAgent(member);
    const { id } = await newContent({ ...tenant, token: agent.token }, { platforms: ['twitter'] });
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    return { tenant, member, agent, id };
  }

  it('has neither a key nor a token 60 seconds later', async () => {
    const { agent } = await removed();
    advanceTime(60_000);
    const body = { api_key: agent.id, secret: agent.json.client_secret };
    expect((await callApi('auth.token', { body })).status).toBe(401);
    expect((await draft(agent.token)).json.code).toBe('invalid_token');
  });

  it('leaves its drafts, which other members approve and publish', async () => {
    const { tenant, member, agent, id } = await removed();
    expect(await contentOf(tenant, id)).toMatchObject({
      status: 'draft',
      agents: [{ id: agent.id, user_id: member.id }],
    });
    await approve(tenant, await sessionToken(tenant.owner as never), id);
    await publish(tenant, id);
    expect(await published()).toEqual(['A title']);
  });
});
