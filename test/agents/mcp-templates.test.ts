import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, storedItems, succeed } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { newQueue } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

const newTemplate = async ({ token }: Tenant, body: Json) => {
  await succeed('templates.create', { token, body });
};

async function setup() {
  const tenant = await newTenant();
  const { token } = await newAgent(tenant, {});
  return { tenant, token };
}

const draft = (token: string, fields: Json) =>
  callTool(token, 'draft_post', {
    request_id: `draft-${Math.random()}`,
    title: 'Sale',
    platforms: ['twitter'],
    ...fields,
  });

describe('draft_post', () => {
  it('completes a post with templates of the workspace', async () => {
    const { tenant, token } = await setup();
    await newTemplate(tenant, { kind: 'snippet', name: 'Launch', text: 'Meet {{product}}.' });
    await newTemplate(tenant, { kind: 'hashtags', name: 'Summer', text: '#summer' });
    const templates = { snippet: 'launch', hashtags: 'Summer', variables: { product: 'Alpine' } };
    const { value, error } = await draft(token, { templates });
    expect(error).toBeNull();
    expect(value.post).toMatchObject({ text: 'Meet Alpine.\n\n#summer' });
  });

  it('rejects a template that the workspace does not have, and names it', async () => {
    const { tenant, token } = await setup();
    await newTemplate(await newTenant(), { kind: 'snippet', name: 'Theirs', text: 'Secret' });
    const { error } = await draft(token, { templates: { snippet: 'Theirs' } });
    expect(JSON.stringify(error)).toContain('/templates/snippet');
    expect(
      storedItems(table).filter(({ entity, pk }) => entity === 'Content' && `${pk}`.includes(tenant.workspace.id)),
    ).toEqual([]);
  });

  it('stores a proposed queue for a person, and claims no slot', async () => {
    const { tenant, token } = await setup();
    await newQueue(tenant);
    const { value } = await draft(token, { text: 'Buy now', proposed_queue: 'default' });
    const { id, proposed_queue, scheduled_at, status } = value.post as Json;
    expect({ proposed_queue, scheduled_at, status }).toEqual({
      proposed_queue: 'default',
      scheduled_at: null,
      status: 'draft',
    });
    const { json } = await callApi('content.get', { token: tenant.token, params: { id: String(id) } });
    expect(json).toMatchObject({ queue: null, metadata: { proposed_queue: 'default' } });
    const queues = (await callApi('queues.list', { token: tenant.token })).json.queues;
    expect(queues).toMatchObject([{ queued: 0 }]);
  });
});

describe('edit_draft', () => {
  it('changes the proposed queue, and keeps other metadata', async () => {
    const { tenant, token } = await setup();
    for (const name of ['default', 'news']) await newQueue(tenant, { name });
    const { value } = await draft(token, { text: 'Buy now', proposed_queue: 'default' });
    const id = String((value.post as Json).id);
    const body = { metadata: { proposed_queue: 'default', ticket: 'MKT-1' } };
    expect((await callApi('content.update', { token: tenant.token, params: { id }, body })).status).toBe(200);
    const edit = async (fields: Json) =>
      (await callTool(token, 'edit_draft', { request_id: `edit-${Math.random()}`, post_id: id, ...fields })).value.post;
    expect(await edit({ proposed_queue: 'news' })).toMatchObject({ proposed_queue: 'news', text: 'Buy now' });
    expect(await edit({ text: 'Buy later' })).toMatchObject({ proposed_queue: 'news' });
    const { json } = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(json.metadata).toEqual({ proposed_queue: 'news', ticket: 'MKT-1' });
  });
});
