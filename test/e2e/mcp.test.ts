import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../lib/agents/tools/tools.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { KeySecretResponse } from '../../lib/identity/api/keys/responses.ts';
import { getAccessToken, read } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// The MCP server of the running service, used by the official client, which checks each result against its schema.

const { service, api } = useRunningService();

type Json = Record<string, unknown>;

let token: string;

beforeAll(async () => {
  const key = read(await api('POST', '/keys', { name: 'An agent', agent: {} }), 201, KeySecretResponse());
  token = await getAccessToken(service.baseUrl, key);
});

/** A client that negotiates in this mode: `legacy` begins with `initialize`, as most installed clients do. */
async function connect(mode: 'legacy' | 'auto') {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }));
  const call = async (name: string, args: Json = {}) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    return structuredContent as Json;
  };
  return { client, call };
}

describe.each(['legacy', 'auto'] as const)('the official client in the mode %s', (mode) => {
  it('lists and calls every tool, which leaves a submitted draft and publishes nothing', async () => {
    const { client, call } = await connect(mode);
    const { tools } = await client.listTools();
    const request_id = `first-${mode}`;
    const draft = { request_id, title: `Summer, ${mode}`, platforms: ['twitter'] };
    const post_id = ((await call('draft_post', draft)).post as Json).id as string;
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    // Nothing listens where the example of `add_media` is: the file is rejected after attempts that last longer than the call.
    for (const { name, example } of TOOLS) {
      const isOf = (field: string, value: string) => (field in example ? { [field]: value } : {});
      const own = { ...isOf('request_id', `${name}-${mode}`), ...isOf('post_id', post_id) };
      await call(name, {
        ...example,
        ...own,
        ...isOf('title', `A thread, ${mode}`),
        ...isOf('text', `${name}, ${mode}`),
      });
    }
    const item = read(await api('GET', `/content/${post_id}`), 200, ContentResponse());
    expect(item).toMatchObject({ status: 'pending_approval', targets: [] });
    await client.close();
  });

  it('reads resources and prompts, and gets an error for what is not there', async () => {
    const { client } = await connect(mode);
    const { resources } = await client.listResources();
    const skill = 'skill://content-intelligence';
    const files = [`${skill}/SKILL.md`, `${skill}/references/commands.md`, `${skill}/references/outcomes.md`];
    expect(resources.map(({ uri }) => uri)).toEqual(['cis://reports/7d', ...files]);
    const { contents: steps } = await client.readResource({ uri: files[0]! });
    expect((steps[0] as { text: string }).text).toMatch(/^---\nname: content-intelligence\n/);
    const { contents } = await client.readResource({ uri: 'cis://plan/2026-W48' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ week: '2026-W48' });
    await expect(client.readResource({ uri: 'cis://none' })).rejects.toThrow('There is no resource with this URI.');
    const { prompts } = await client.listPrompts();
    expect(prompts).toHaveLength(3);
    const prompt = await client.getPrompt({ name: 'plan_week', arguments: { week: '2026-W48' } });
    expect(JSON.stringify(prompt.messages)).toContain('untrusted_');
    await client.close();
  });
});

it('two clients that repeat a call after a lost response make one draft', async () => {
  const given = { request_id: 'lost', title: 'Once', platforms: ['bluesky'] };
  const [one, other] = [await connect('legacy'), await connect('auto')];
  const first = (await one.call('draft_post', given)) as { post: Json };
  const again = (await other.call('draft_post', given)) as { post: Json };
  expect(again.post.id).toBe(first.post.id);
  await Promise.all([one.client.close(), other.client.close()]);
});
