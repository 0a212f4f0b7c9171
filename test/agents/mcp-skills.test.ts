import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SKILLS_FOLDER } from '../../lib/bundle/skill-catalog.ts';
import { type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { send, sendEarlier } from '../functions/mcp-client.ts';
import { newTenant } from '../functions/tenants.ts';

setupApi();

const SKILL = 'skill://content-intelligence/SKILL.md';

const newToken = async () => (await newAgent(await newTenant())).token;
const errorOf = ({ status, json }: TestResponse) => [status, (json.error as Json | undefined)?.code];
const resultOf = ({ json }: TestResponse) => json.result as Json;

/** The files of the skill, as the package of the command line has them. */
const FILES = globSync('content-intelligence/**/*.md', { cwd: SKILLS_FOLDER }).sort();
const bytesOf = (file: string) => readFileSync(join(SKILLS_FOLDER, file));

describe.each([
  ['2026-07-28', send, 400],
  ['2025-11-25', sendEarlier, 200],
] as const)('a client of %s', (_, request, rejected) => {
  it('lists the skill with the digest and the size of each file', async () => {
    const token = await newToken();
    const { skills, ...rest } = resultOf(await request(token, 'skills/list'));
    expect(rest).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' });
    expect(skills).toMatchObject([{ uri: SKILL, frontmatter: { name: 'content-intelligence' } }]);
    expect((skills as Json[])[0]!.resources).toEqual(
      FILES.map((file) => ({
        uri: `skill://${file}`,
        digest: `sha256:${createHash('sha256').update(bytesOf(file)).digest('hex')}`,
        size: bytesOf(file).length,
      })),
    );
  });

  it('gets the same entry for the URI of the skill', async () => {
    const token = await newToken();
    const [listed] = resultOf(await request(token, 'skills/list')).skills as Json[];
    expect(resultOf(await request(token, 'skills/get', { uri: SKILL })).skill).toEqual(listed);
  });

  it('reads the bytes of each file, which any cache may keep', async () => {
    const token = await newToken();
    for (const file of FILES) {
      const uri = `skill://${file}`;
      const result = resultOf(await request(token, 'resources/read', { uri }));
      expect(result).toMatchObject({
        contents: [{ uri, mimeType: 'text/markdown', text: bytesOf(file).toString() }],
        cacheScope: 'public',
      });
    }
  });

  it('reads each folder, from that of the skill downwards', async () => {
    const token = await newToken();
    const found: string[] = [];
    const read = async (uri: string) => {
      const { resources, resultType } = resultOf(await request(token, 'resources/directory/read', { uri }));
      expect(resultType).toBe('complete');
      for (const entry of resources as { uri: string; mimeType: string }[]) {
        if (entry.mimeType === 'inode/directory') await read(entry.uri);
        else found.push(entry.uri);
      }
    };
    await read('skill://content-intelligence');
    expect(found.sort()).toEqual(FILES.map((file) => `skill://${file}`));
  });

  it.each([
    ['skills/get', { uri: 'skill://other/SKILL.md' }],
    ['skills/get', { uri: 'skill://content-intelligence/references/commands.md' }],
    ['skills/get', { uri: 'constructor' }],
    ['skills/get', {}],
    ['resources/directory/read', { uri: 'skill://content-intelligence/' }],
    ['resources/directory/read', { uri: SKILL }],
    ['resources/directory/read', { uri: '__proto__' }],
    ['resources/directory/read', { uri: 7 }],
  ])('gets -32602 from %s with %j', async (method, params) => {
    expect(errorOf(await request(await newToken(), method, params))).toEqual([rejected, -32602]);
  });

  it.each(['skill://content-intelligence', 'skill://../package.json', 'skill://constructor', 'skill://'])(
    'reads no file at %s',
    async (uri) => {
      const code = rejected === 400 ? -32602 : -32002;
      expect(errorOf(await request(await newToken(), 'resources/read', { uri }))).toEqual([rejected, code]);
    },
  );
});

it('the capabilities declare the extension in every revision', async () => {
  const token = await newToken();
  const extensions = { 'io.modelcontextprotocol/skills': { directoryRead: true } };
  for (const answer of [await send(token, 'server/discover'), await sendEarlier(token, 'initialize')]) {
    expect(resultOf(answer).capabilities).toMatchObject({ resources: {}, extensions });
  }
});

it('two workspaces read the same skill', async () => {
  const [one, other] = [await newToken(), await newToken()];
  expect(resultOf(await send(one, 'skills/list'))).toEqual(resultOf(await send(other, 'skills/list')));
});
