import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { validationFailed } from '../../lib/core/problems/problems.ts';
import { listPosts } from './assertions.ts';
import {
  type Agent,
  actAsHostileAgent,
  type CallTool,
  editAfterApproval,
  type Outcomes,
  type Reply,
  type Send,
} from './hostile-agent.ts';
import { untilWithin } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// The full proof is 500 posts: `npm run hostile-agent -w evaluation`. Each is about 40 calls.
const POSTS = Number(process.env.HOSTILE_AGENT_POSTS ?? 8);
const AT_ONCE = 16;
const DEADLINE_MS = 240_000 + POSTS * 2_000;

describe('an agent that tries to publish twice or unasked', () => {
  const { service } = useRunningService();
  let agent: Agent;
  let person: Send;

  beforeAll(async () => {
    const owner = sender(service.baseUrl, await tokenOf(service.credentials));
    const budgets = { requests: 1_000_000, drafts: 10_000, submissions: 10_000 };
    const { json } = await owner('POST', '/keys', { name: 'Hostile', agent: { budgets } });
    const credentials = { client_id: String(json.client_id), client_secret: String(json.client_secret) };
    const token = await tokenOf(credentials);
    const [send, callTool] = [sender(service.baseUrl, token), toolCaller(service.url, token)];
    agent = {
      send: (...request) => untilWithinLimit(() => send(...request)),
      callTool: (...call) => untilWithinLimit(() => callTool(...call)),
    };
    person = await signIn();
  });

  test(`has ${POSTS} posts published of ${POSTS} that a person approved, none twice, none with other content`, {
    timeout: DEADLINE_MS,
  }, async () => {
    const outcomes: Outcomes = {};
    const count = ({ status, json }: Reply) => {
      const name = status < 300 ? `${status}` : `${status} ${json.code}`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    };
    const texts = Array.from({ length: POSTS }, (_, index) => `Intended post ${index} https://example.com/p/${index}`);
    const ids = new Map<string, string>();
    const waiting = [...texts.entries()];
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        ids.set(next[1], await actAsHostileAgent(agent, next[1], next[0], count));
      }
    });
    await Promise.all(workers);
    expect((await listPosts(service.url)).length).toBe(0);

    for (const [text, id] of ids) await decide(id, text, count);
    await untilWithin('every post', DEADLINE_MS, async () => (await listPosts(service.url)).length >= POSTS);
    const posts = (await listPosts(service.url)).map((post) => post.text);
    expect(posts.sort()).toEqual([...texts].sort());
    // Each rejection has its code: nothing but the accepted drafts, submissions and repeats succeeds.
    for (const name of Object.keys(outcomes)) expect(name).toMatch(/^(20[01]$|4\d\d [a-z_]+$)/);
    if (process.env.HOSTILE_AGENT_POSTS) console.log(JSON.stringify({ posts: posts.length, outcomes }));
  });

  /** Approve exactly what is submitted, let the agent try to change it, and publish. */
  async function decide(id: string, text: string, count: (reply: Reply) => void): Promise<void> {
    const shown = await person('GET', `/content/${id}`);
    const content_hash = (shown.json.approval as { content_hash: string }).content_hash;
    expect(shown.json.title).toBe(text);
    expect((await person('POST', `/content/${id}/approve`, { content_hash })).status).toBe(200);
    for (const reply of await editAfterApproval(agent, id, text)) {
      count(reply);
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    expect((await person('PUT', `/content/${id}`, { status: 'published' })).status).toBeLessThan(300);
  }

  /** Sign in with the link of the service, and renew the token of the session as the dashboard does. */
  async function signIn(): Promise<Send> {
    const { origin, hash } = new URL(service.signInUrl);
    const token = new URLSearchParams(hash.slice(hash.indexOf('?'))).get('token');
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(`${origin}/v1/auth/sessions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ token }),
    });
    const cookie = created.headers.getSetCookie()[0]!.split(';')[0]!;
    let renewedMs = 0;
    let send: Send | undefined;
    return async (...request) => {
      if (!send || Date.now() - renewedMs > 120_000) {
        const issued = await fetch(`${origin}/v1/auth/sessions/token`, {
          method: 'POST',
          headers: { ...headers, cookie },
        });
        send = sender(service.baseUrl, String(((await issued.json()) as { access_token: string }).access_token));
        renewedMs = Date.now();
      }
      return send(...request);
    };
  }

  async function tokenOf(credentials: { client_id: string; client_secret: string }): Promise<string> {
    const { client_id, client_secret } = credentials;
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const response = await fetch(`${service.baseUrl}/auth/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  }
});

/** Repeat a request while the rate limit of the workspace rejects it: a fast machine sends 10,000 in a minute. */
async function untilWithinLimit(request: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await request();
    if (reply.status !== 429 || reply.json.code !== 'quota-exceeded') return reply;
    await delay(500);
  }
}

function sender(baseUrl: string, token: string): Send {
  return async (method, path, body, key) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, json: (await response.json()) as Reply['json'] };
  };
}

/** Call tools as a client of 2025 does, with a JSON-RPC id of its own per call. */
function toolCaller(url: string, token: string): CallTool {
  let lastId = 0;
  return async (name, given) => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...{ 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: ++lastId, method: 'tools/call' },
        params: { name, arguments: given },
      }),
    });
    const answer = (await response.json()) as { result?: { content: [{ text: string }]; isError?: true } };
    if (!answer.result) return { status: response.status, json: answer as Reply['json'] };
    const sent = JSON.parse(answer.result.content[0].text) as Reply['json'];
    if (!answer.result.isError) return { status: 200, json: sent };
    const error = sent.error as Reply['json'];
    return { status: statusOf(String(error.code)), json: error };
  };
}

/** The status that the API has for the code of a tool. Arguments that a schema rejects are a tool's own code. */
function statusOf(code: string): number {
  return code === 'invalid_arguments' ? validationFailed.status : PROBLEM_TYPES.get(code)!.status;
}
