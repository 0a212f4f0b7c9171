import { describe, expect, it } from 'vitest';
import { describeTool } from '../../lib/agents/tools/run-tool.ts';
import { TOOLS } from '../../lib/agents/tools/tools.ts';
import { type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { newTenant } from '../functions/tenants.ts';

setupApi();

const newToken = async () => (await newAgent(await newTenant(), {})).token;

async function drafted(token: string): Promise<string> {
  const { value } = await callTool(token, 'draft_post', { request_id: 'draft', title: 'Summer', platforms: ['x'] });
  return String((value.post as Json).id);
}

describe('the list of tools', () => {
  const tools = TOOLS.map(describeTool) as unknown as {
    name: string;
    inputSchema: { properties: Record<string, Json> };
  }[];
  const inputOf = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema.properties;

  it('has no pattern for texts, and one name of X in arguments', () => {
    const inputs = JSON.stringify(tools.map(({ inputSchema }) => inputSchema));
    expect(inputs).not.toContain('u0000');
    expect(inputs).toContain('"x"');
    expect(inputs).not.toContain('"twitter"');
  });

  it('describes templates and platform_texts once', () => {
    for (const argument of ['templates', 'platform_texts']) {
      expect(JSON.stringify(inputOf('draft_post')[argument]).length).toBeGreaterThan(200);
      for (const name of ['edit_draft', 'check_draft']) {
        expect(inputOf(name)[argument]).toEqual({ type: 'object', description: 'As in draft_post.' });
      }
    }
  });
});

describe('an error of a tool', () => {
  const long = 'a'.repeat(301);

  it.each([
    ['draft_post', { title: 'Summer', platforms: ['x'], text: long }, '/text'],
    ['check_draft', { title: 'Summer', platforms: ['x'], text: long }, '/text'],
    ['check_draft', { title: 'Summer', platforms: ['x'], platform_texts: { x: { text: long } } }, '/platform_texts/'],
  ])('of %s names the argument, and not the field of the API', async (name, given, pointer) => {
    const token = await newToken();
    const id = name === 'draft_post' ? { request_id: 'a' } : {};
    const { error } = await callTool(token, name, { ...id, ...given });
    const { detail, errors } = error as { detail: string; errors: { pointer: string }[] };
    expect(errors[0]!.pointer).toContain(pointer);
    expect(`${detail} ${JSON.stringify(errors)}`).not.toMatch(/\/(description|platform_options)/);
  });

  it.each(['draft_post', 'edit_draft'])('of %s with a time says that an agent cannot schedule', async (name) => {
    const token = await newToken();
    const given = name === 'draft_post' ? { title: 'Summer', platforms: ['x'] } : { post_id: await drafted(token) };
    const { error } = await callTool(token, name, { request_id: 'a', ...given, scheduled_at: '2027-03-01T09:00:00Z' });
    expect((error as Json).errors).toEqual([
      {
        pointer: '/scheduled_at',
        code: 'unknown_field',
        detail: 'An agent cannot schedule: name the time in the note of `submit_for_approval`.',
      },
    ]);
  });
});
