import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { open } from '../functions/given/review.ts';
import { newContent, newReviewLink } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

/** A comment of an agent is stored for the member who is responsible for it, and is not their own words. */

const table = setupApi();

async function given() {
  const tenant = await newTenant();
  const { id } = await newContent(tenant);
  const { id: key, token } = await newAgent(tenant, {}, { name: '<b>Planner' });
  const comment = async (by: string, body: string) =>
    (await callApi('content.create-comment', { token: by, params: { id }, body: { body } })).json;
  const list = async () =>
    (await callApi('content.list-comments', { token: tenant.token, params: { id } })).json.comments as Json[];
  return { tenant, id, key, token, comment, list };
}

describe('a comment of an agent', () => {
  it('has the key, its name and the member who is responsible for it', async () => {
    const { tenant, key, token, comment, list } = await given();
    const agent = { id: key, name: '<b>Planner', user_id: tenant.owner.id };
    expect(await comment(token, 'By the agent')).toMatchObject({ author_id: tenant.owner.id, agent });
    expect(await list()).toMatchObject([{ agent }]);
  });

  it('is shown by the review page as that of the agent', async () => {
    const { tenant, id, token, comment } = await given();
    await comment(token, 'By the agent');
    const { text } = await open((await newReviewLink(tenant, {}, id)).token);
    expect(text).toContain(`>The agent “&lt;b&gt;Planner” of ${tenant.owner.name}</h3>`);
    expect(text).not.toContain(`>${tenant.owner.name}</h3>`);
  });

  it('that an earlier version stored without the name of the key has its id in place of the name', async () => {
    const { tenant, key, token, comment, list } = await given();
    await comment(token, 'By the agent');
    const { agent_name: _, ...earlier } = table.items().find(({ entity }) => entity === 'ReviewComment')!;
    table.insert(earlier);
    expect(await list()).toMatchObject([{ agent: { id: key, name: key, user_id: tenant.owner.id } }]);
  });
});

it('a comment of a member has no agent, also on the review page', async () => {
  const { tenant, id, comment } = await given();
  expect((await comment(tenant.token, 'My own words')).agent).toBeNull();
  const { text } = await open((await newReviewLink(tenant, {}, id)).token);
  expect(text).toContain(`>${tenant.owner.name}</h3>`);
});
