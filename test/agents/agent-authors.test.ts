import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newContent, newMember, setWorkspace } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';

/** What an agent writes is written by the member who is responsible for it, where another member has to approve. */

setupApi();

/** A workspace with an owner, a member who approves, and the agent of that member. */
async function given(settings: Json = {}) {
  const owner = await newTenant();
  await setWorkspace(owner, { approval: 'required', authors_may_approve: false, ...settings });
  const member = await newMember(owner, 'admin');
  const { token: agent } = await newAgent(member);
  return { owner, agent, member: await sessionToken(member), other: await sessionToken(owner.owner as never) };
}

const edit = (token: string, id: string, title: string) =>
  callApi('content.update', { token, params: { id }, body: { title } });

/** Submit an item by an agent, and approve it by the session of a person. */
async function approve(agent: string, person: string, id: string) {
  const submitted = await callApi('content.submit', { token: agent, params: { id }, body: {} });
  const { content_hash } = submitted.json.approval as Json;
  const { status, json } = await callApi('content.approve', { token: person, params: { id }, body: { content_hash } });
  return [status, json.code ?? (json.approval as Json).status];
}

const REJECTED = [403, 'approval_not_permitted'];
const APPROVED = [200, 'approved'];

describe('where the workspace requires approval, the member who is responsible for an agent', () => {
  it('does not approve the post of another member that the agent has edited', async () => {
    const { owner, agent, member } = await given();
    const { id } = await newContent(owner);
    expect((await edit(agent, id, 'Rewritten')).status).toBe(200);
    expect(await approve(agent, member, id)).toEqual(REJECTED);
  });

  it('does not approve what the agent has drafted, and another member does', async () => {
    const { owner, agent, member, other } = await given();
    const body = { title: 'Summer', platforms: ['twitter'] };
    const id = String((await callApi('content.create', { token: agent, body })).json.id);
    expect(await approve(agent, member, id)).toEqual(REJECTED);
    await callApi('content.withdraw', { token: owner.token, params: { id }, body: {} });
    expect(await approve(agent, other, id)).toEqual(APPROVED);
  });

  it('approves both with authors_may_approve', async () => {
    const { owner, agent, member } = await given({ authors_may_approve: true });
    const { id } = await newContent(owner);
    await edit(agent, id, 'Rewritten');
    expect(await approve(agent, member, id)).toEqual(APPROVED);
  });

  it('approves what another member has written since the approval of what the agent wrote', async () => {
    const { owner, agent, member } = await given();
    const third = await sessionToken(await newMember(owner, 'approver'));
    const { id } = await newContent(owner);
    await edit(agent, id, 'Rewritten');
    expect(await approve(agent, third, id)).toEqual(APPROVED);
    await edit(owner.token, id, 'Written again');
    expect(await approve(agent, member, id)).toEqual(APPROVED);
  });
});

it('where the workspace requires none, the member who is responsible for an agent approves what it wrote', async () => {
  const { owner, agent, member } = await given({ approval: 'none' });
  const { id } = await newContent(owner);
  await edit(agent, id, 'Rewritten');
  expect(await approve(agent, member, id)).toEqual(APPROVED);
});
