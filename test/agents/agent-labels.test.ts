import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

const table = setupApi();

const PLANNED = { labels: ['News', 'Spring'], campaign: 'Summer' };
const UNKNOWN = [
  { pointer: '/labels/1', code: 'unknown_label' },
  { pointer: '/campaign', code: 'unknown_campaign' },
];

/** Give a tenant an agent, and the label News. */
async function setup() {
  const tenant = await newTenant();
  const { token } = await newAgent(tenant);
  await newContent(tenant, { labels: ['News'] });
  return { tenant, token, labels: () => storedItems(table).filter(({ entity }) => entity === 'Label').length };
}

describe('an agent', () => {
  it('creates no label and no campaign by a draft, an edit or a check', async () => {
    const { token, labels } = await setup();
    const count = labels();
    const post = { title: 'Draft', platforms: ['twitter'] };
    const { json: item } = await callApi('content.create', { token, body: post });
    const params = { id: String(item.id) };
    const answers = [
      await callApi('content.create', { token, body: { ...post, ...PLANNED } }),
      await callApi('content.update', { token, params, body: PLANNED }),
      await callApi('content.validate', { token, body: { ...post, ...PLANNED } }),
    ];
    for (const { status, json, text } of answers) expect([status, json.errors], text).toMatchObject([422, UNKNOWN]);
    expect(labels()).toBe(count);
  });

  it('names labels and campaigns that exist', async () => {
    const { tenant, token } = await setup();
    await newContent(tenant, PLANNED);
    const body = { title: 'Draft', platforms: ['twitter'], ...PLANNED };
    const { status, json } = await callApi('content.create', { token, body });
    expect([status, json]).toMatchObject([201, PLANNED]);
  });

  it('gets from the tools the advice to leave out what does not exist, or to ask a person', async () => {
    const { token, labels } = await setup();
    const count = labels();
    const post = { request_id: 'request', title: 'Draft', platforms: ['twitter'], ...PLANNED };
    const { error } = await callTool(token, 'draft_post', post);
    expect(error).toMatchObject({ code: 'validation_failed', errors: UNKNOWN });
    for (const { detail } of (error as Json).errors as Json[]) expect(detail).toMatch(/leave it out, or ask a person/);
    expect(labels()).toBe(count);
  });
});
