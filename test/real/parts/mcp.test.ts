import { execFile, spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SKILLS_FOLDER } from '../../../lib/bundle/skill-catalog.ts';
import { ContentResponse } from '../../../lib/content/api/content/responses.ts';
import { KeySecretResponse } from '../../../lib/identity/api/keys/responses.ts';
import { MCP, SKILLS_REF_FOLDER } from '../../../tools/real/suites.ts';
import { consent, signInWith } from '../../e2e/consent.ts';
import { getAccessToken, read } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

// The MCP server of the running service, checked by the programs of the project that writes the protocol.

const { service, api } = useRunningService();

let token: string;

/**
 * Adds the access token: the conformance suite sends none. The service answers its own host only, so the proxy's becomes
 * that; another one, which the suite sends as a page of a rebound name does, stays.
 */
const proxy = createServer((incoming, outgoing) => {
  const { hostname, port, host } = new URL(service.url);
  const isProxy = incoming.headers.host === `localhost:${(proxy.address() as AddressInfo).port}`;
  const headers = { ...incoming.headers, authorization: `Bearer ${token}`, ...(isProxy && { host }) };
  const passed = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
});

beforeAll(async () => {
  const body = { name: 'An agent', agent: { budgets: { requests: 100_000 } } };
  token = await getAccessToken(service.baseUrl, read(await api('POST', '/keys', body), 201, KeySecretResponse()));
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
});
afterAll(() => proxy.close());

/** Run a program of a package. Resolves with its exit code and what it printed. */
function run(file: string, args: string[]): Promise<{ code: number; printed: string; complaints: string }> {
  const program = join(MCP, 'node_modules', file);
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 1e8 }, (error, printed, complaints) => {
      done({ code: error ? Number(error.code) : 0, printed, complaints });
    });
  });
}

describe('the conformance suite', () => {
  test.each(['2026-07-28', '2025-11-25'])(
    'passes what %s requires, except for what the baseline names',
    async (revision) => {
      const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
      const baseline = join(MCP, `expected-failures-${revision}.yml`);
      const args = ['server', '--url', url, '--requirements', revision, '--expected-failures', baseline];
      const { code, printed } = await run('@modelcontextprotocol/conformance/dist/index.js', args);
      expect(code, printed.slice(-6_000)).toBe(0);
      expect(printed).toContain('tools-list');
    },
  );

  test.each(['enumeration', 'manifest', 'directory'])(
    'passes what SEP-2640 requires of skills: %s',
    async (subject) => {
      const url = `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`;
      const args = ['server', '--url', url, '--scenario', `sep-2640-skills-${subject}`];
      const { code, printed } = await run('@modelcontextprotocol/conformance/dist/index.js', args);
      expect(code, printed.slice(-6_000)).toBe(0);
      expect(printed).toContain('0 failed, 0 warnings');
    },
  );
});

describe('the conformance suite of authorization', () => {
  test('discovers the server and is authorized as an agent', async () => {
    const cookie = await signInWith(service.signInUrl);
    const program = join(MCP, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const options = {
      '--url': service.url,
      '--client-id': 'cis',
      '--resource': `${service.url}/mcp`,
      '--port': '4712',
    };
    const suite = spawn(process.execPath, [program, 'authorization', ...Object.entries(options).flat()]);
    let printed = '';
    let opened = false;
    for (const stream of [suite.stdout, suite.stderr]) {
      stream.on('data', async (text: Buffer) => {
        printed += text;
        const [url] = /http\S+\/authorize\?\S+/.exec(printed) ?? [];
        if (!url || opened || !printed.slice(printed.indexOf(url) + url.length)) return;
        opened = true;
        await fetch((await consent(new URL(url), cookie)).returned);
      });
    }
    const code = await new Promise((done) => suite.once('close', done));
    expect(code, printed.slice(-6_000)).toBe(0);
    expect(printed).toContain('authorization-code-grant');
    expect(opened).toBe(true);
  });
});

describe('the inspector', () => {
  const inspect = (...args: string[]) => {
    const header = ['--header', `Authorization: Bearer ${token}`];
    return run('.bin/mcp-inspector', ['--cli', `${service.url}/mcp`, '--transport', 'http', ...header, ...args]);
  };

  test('finds no schema of a tool that clients could not use', async () => {
    const { code, printed, complaints } = await inspect('--method', 'tools/list', '--strict');
    expect([code, complaints.match(/^(Error|Warning).*/gm) ?? []]).toEqual([0, []]);
    expect(JSON.parse(printed).tools).toHaveLength(14);
  });

  test.each(['list', 'get'])('verifies the digests and the frontmatter of the skill with skills/%s', async (verb) => {
    const uri = verb === 'get' ? ['--uri', 'skill://content-intelligence/SKILL.md'] : [];
    const args = ['--method', `skills/${verb}`, ...uri, '--verify', '--require-digests'];
    const { code, printed, complaints } = await inspect(...args);
    expect(code, printed + complaints).toBe(0);
    const verified = { ok: true, outcome: 'verified', conformance: [], frontmatter: [] };
    expect(JSON.parse(printed)).toMatchObject({ name: 'content-intelligence', ...verified });
  });

  test('reads the folder of the skill', async () => {
    const args = ['--method', 'resources/directory/read', '--uri', 'skill://content-intelligence'];
    const { code, printed, complaints } = await inspect(...args);
    expect(code, complaints).toBe(0);
    expect(JSON.parse(printed).resources).toHaveLength(2);
  });

  test('calls every tool that it lists, which leaves a draft that waits for approval', async () => {
    const called = new Set<string>();
    const call = async (name: string, values: Record<string, unknown> = {}) => {
      called.add(name);
      const args = Object.entries(values).flatMap(([key, value]) => ['--tool-arg', `${key}=${JSON.stringify(value)}`]);
      const { code, printed, complaints } = await inspect('--method', 'tools/call', '--tool-name', name, ...args);
      expect(code, name + complaints).toBe(0);
      const { isError = false, structuredContent, content } = JSON.parse(printed);
      expect(isError, name + JSON.stringify(content)).toBe(false);
      return structuredContent;
    };
    const request_id = 'inspector';
    const { post } = await call('draft_post', { request_id, title: 'Summer', platforms: ['twitter'] });
    const of = { post_id: post.id };
    await call('edit_draft', { request_id, ...of, text: 'By an agent' });
    await call('draft_reply', { request_id, ...of, text: 'Thank you!' });
    await call('submit_for_approval', { request_id, ...of, note: 'Monday at nine?' });
    // Nothing listens there: the file is rejected after attempts that last longer than the call.
    await call('add_media', { request_id, url: 'https://files.invalid/a.jpg' });
    for (const name of ['check_draft', 'explain_outcome', 'read_post']) await call(name, of);
    for (const name of ['find_posts', 'read_comments', 'read_metrics', 'list_accounts', 'read_rules']) await call(name);
    await call('propose_time', { zone: 'Europe/Berlin' });
    const { printed } = await inspect('--method', 'tools/list');
    const listed: { name: string }[] = JSON.parse(printed).tools;
    expect([...called].sort()).toEqual(listed.map(({ name }) => name).sort());
    const item = read(await api('GET', `/content/${of.post_id}`), 200, ContentResponse());
    expect(item).toMatchObject({ title: 'Summer', status: 'pending_approval', targets: [] });
  });
});

test('the reference library of Agent Skills finds the skill valid', async () => {
  const program = join(SKILLS_REF_FOLDER, 'bin/agentskills');
  const { stdout } = await promisify(execFile)(program, ['validate', join(SKILLS_FOLDER, 'content-intelligence')]);
  expect(stdout).toContain('Valid skill');
});
