import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, storedItems, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { decide, open, submit } from '../functions/given/review.ts';
import { newContent, newMember, newReviewLink } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

/** A program that has an API key can create a link, open its page and send its form, so such a link is no person. */

const table = setupApi();

const linkOf = (tenant: Tenant, token: string, id: string, permission = 'approve') =>
  newReviewLink({ ...tenant, token }, { permission }, id);
const statusOf = async ({ token }: Tenant, id: string) =>
  ((await callApi('content.get', { token, params: { id } })).json.approval as Json).status;

/** A submitted item of a person, an agent that can edit it, and a member who approves by an API key and by a session. */
async function given() {
  const author = await newTenant();
  const agent = await newAgent(author);
  const approver = await newMember(author, 'approver');
  const { id } = await newContent(author);
  const editByAgent = async (title = 'By the agent') => {
    await succeed('content.update', { token: agent.token, params: { id }, body: { title } });
    await submit(author, id);
  };
  await submit(author, id);
  return { author, id, editByAgent, key: approver.token, session: await sessionToken(approver) };
}

describe('a review link that an API key creates', () => {
  it('is rejected with the permission to approve what an agent wrote, and nothing is stored', async () => {
    const { id, editByAgent, key } = await given();
    await editByAgent();
    const before = storedItems(table);
    const body = { name: 'Ada Example', permission: 'approve' };
    const { status, json } = await callApi('content.create-review-link', { token: key, params: { id }, body });
    expect([status, json.code]).toEqual([403, 'approval_not_permitted']);
    expect(storedItems(table)).toEqual(before);
  });

  it('does not approve what an agent has edited since', async () => {
    const { author, id, editByAgent, key } = await given();
    const link = await linkOf(author, key, id);
    await editByAgent();
    const { status, text } = await decide(link);
    expect([status, text.includes('cannot approve what an agent wrote')]).toEqual([403, true]);
    expect(await statusOf(author, id)).toBe('pending_approval');
  });

  it('offers no approval of what an agent has edited since, and requests changes', async () => {
    const { author, id, editByAgent, key } = await given();
    const link = await linkOf(author, key, id);
    await editByAgent();
    const { text } = await open(link.token);
    expect([text.includes('value="approve"'), text.includes('value="request-changes"')]).toEqual([false, true]);
    await decide(link, 'request-changes');
    expect(await statusOf(author, id)).toBe('changes_requested');
  });

  it('approves what no agent wrote, and comments on what an agent wrote', async () => {
    const { author, id, editByAgent, key } = await given();
    await decide(await linkOf(author, key, id));
    expect(await statusOf(author, id)).toBe('approved');
    await callApi('content.withdraw', { token: author.token, params: { id }, body: {} });
    await editByAgent();
    expect((await linkOf(author, key, id, 'comment')).id).toMatch(/^rvl_/);
  });

  it('of an earlier version, which does not say what created it, approves nothing', async () => {
    const { author, id, session } = await given();
    const link = await linkOf(author, session, id);
    const stored = table.items().find(({ entity, id }) => entity === 'ReviewLink' && id === link.id)!;
    const { client_id: _, ...earlier } = stored;
    table.insert(earlier);
    expect((await decide(link)).status).toBe(403);
    expect(await statusOf(author, id)).toBe('pending_approval');
  });
});

describe('a review link that a person creates with their session', () => {
  it('approves what an agent wrote, also by an edit after the creation of the link', async () => {
    const { author, id, editByAgent, session } = await given();
    await editByAgent();
    const link = await linkOf(author, session, id);
    await decide(link);
    expect(await statusOf(author, id)).toBe('approved');
    await callApi('content.withdraw', { token: author.token, params: { id }, body: {} });
    await editByAgent('Again');
    await decide(link);
    expect(await statusOf(author, id)).toBe('approved');
  });
});
