import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { publisherOf } from '../../lib/platforms/adapters.ts';
import { SANDBOX_EXTERNAL_ID } from '../../lib/platforms/connection-rules.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { findSandboxMarker, SANDBOX_OUTCOMES } from '../../lib/platforms/sandbox/facts/outcomes.ts';
import { getPlatformConnection } from '../../lib/publishing/steps/platform-connection.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { newSandboxPost } from '../functions/resources.ts';
import { type DueMessage, loadDueEntry, scheduleContent } from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, sdkError, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

// A network that rejects every connection: the sandbox needs none.
const connections: unknown[] = [];
beforeEach(() => {
  vi.spyOn(Socket.prototype, 'connect').mockImplementation((...given: unknown[]) => {
    connections.push(given);
    throw new Error('No network.');
  });
});
afterEach(() => {
  vi.mocked(Socket.prototype.connect).mockRestore();
  expect(connections.splice(0)).toEqual([]);
});

async function newSandbox(tenant: Tenant, platform: Platform = 'twitter', more: Json = {}): Promise<Json> {
  const body = { platform, sandbox: true, ...more };
  return succeed('accounts.create', { token: await newToken(tenant), body });
}

/** An item for a sandbox account, due now, after its first attempt. */
async function publishText(text: string, platform: Platform = 'twitter', given?: Tenant) {
  const tenant = given ?? (await newTenant());
  if (!given) await newSandbox(tenant, platform);
  const made = await scheduleContent(tenant, platform, { description: text }, 0);
  await onPublishDue(made.dueMessage, lambdaContext());
  return { tenant, ...made };
}

/** Perform the next action of an entry when it is due. */
async function performNext(dueMessage: DueMessage) {
  const { due_at } = await loadDueEntry(dueMessage);
  advanceTime(Date.parse(due_at!) - Date.now());
  await onPublishDue(dueMessage, lambdaContext());
  return loadDueEntry(dueMessage);
}

const posts = () => storedRecords(harness, 'SandboxPost');

const connect = (tenant: Tenant, body: Json) => callApi('accounts.create', { token: tenant.token, body });

describe('a sandbox account', () => {
  it.each(PLATFORMS)('of %s needs no credentials, and is marked', async (platform) => {
    const account = await newSandbox(await newTenant(), platform);
    const shown = { platform, sandbox: true, status: 'connected', is_refreshable: false, token_expires_at: null };
    expect(account).toMatchObject({ ...shown, external_id: expect.stringMatching(/^sandbox-[0-9A-Z]{26}$/) });
  });

  it.each([
    ['access_token', 'token'],
    ['refresh_token', 'token'],
    ['expires_in', 60],
    ['client_id', 'app'],
    ['client_secret', 'secret'],
    ['inbound', { secret: 'a-secret' }],
    ['external_id', '2244994945'],
    ['external_id', 'sandbox-'],
    ['external_id', 'sandbox-a b'],
  ])('is not connected with %s %j: 422 names the field', async (field, value) => {
    const tenant = await newTenant();
    const { status, json } = await connect(tenant, { platform: 'twitter', sandbox: true, [field]: value });
    expect([status, json.errors]).toEqual([422, [expect.objectContaining({ pointer: `/${field}` })]]);
    expect(storedRecords(harness, 'Account')).toEqual([]);
  });

  it.each([
    ['external_id', 'Required field is missing.'],
    ['access_token', 'Required for X.'],
  ])('is what an account without %s must be', async (field, detail) => {
    const body: Json = { platform: 'twitter', external_id: '2244994945', access_token: 'token', [field]: undefined };
    const { status, json } = await connect(await newTenant(), { ...body, sandbox: false });
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ pointer: `/${field}`, detail }]);
  });

  it.each(PLATFORMS)('has an id that no account on %s can have', (platform) => {
    const { externalId } = PLATFORM_TABLE[platform];
    for (const id of ['sandbox-1', 'sandbox-demo', 'sandbox-01K0000000000000000000000S']) {
      expect([SANDBOX_EXTERNAL_ID.test(id), externalId.pattern.test(id)]).toEqual([true, false]);
    }
  });

  it('keeps its id when it is connected again', async () => {
    const tenant = await newTenant();
    const { id, external_id } = await newSandbox(tenant);
    expect(await newSandbox(tenant, 'twitter', { external_id })).toMatchObject({ id, external_id, sandbox: true });
  });
});

describe('a post of a sandbox account', () => {
  it.each(PLATFORMS)('for %s is published once, on a page of the stage', async (platform) => {
    const { dueMessage } = await publishText('Hello, sandbox', platform);
    await onPublishDue(dueMessage, lambdaContext());
    const [post, ...more] = posts();
    expect(more).toEqual([]);
    expect(post).toMatchObject({ platform, text: 'Hello, sandbox' });
    const url = `https://api.test/v1/sandbox/posts/${post!.id}`;
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', platform_post_id: post!.id, url });
  });

  it('obeys the rules of its platform', async () => {
    const tenant = await newTenant();
    await newSandbox(tenant);
    const body = { title: 'Long', description: 'a'.repeat(281), platforms: ['twitter'] };
    const { status, json } = await callApi('content.create', { token: tenant.token, body });
    expect([status, json.errors]).toMatchObject([422, [{ code: 'text_too_long', pointer: '/description' }]]);
  });

  it('exists twice when it is sent twice, as on a platform', async () => {
    const tenant = await newTenant();
    const { id } = await newSandbox(tenant);
    const account = (await loadAccount(tenant.workspace.id, String(id)))!;
    const send = () => {
      const credentials = { externalId: account.id, accessToken: 'sandbox' };
      const connection = getPlatformConnection(account, 1000, 1);
      return publisherOf(account).send({ text: 'Twice', media: [] }, {}, credentials, connection);
    };
    expect([await send(), await send()]).toMatchObject([{ outcome: 'published' }, { outcome: 'published' }]);
    expect(posts()).toHaveLength(2);
  });

  it('is unconfirmed, and not sent again, when the table does not answer', async () => {
    const tenant = await newTenant();
    await newSandbox(tenant);
    const { dueMessage } = await scheduleContent(tenant, 'twitter', { description: 'Perhaps stored' }, 0);
    harness.table.fault = (_, input) =>
      JSON.stringify(input).includes('SANDBOXPOST#') ? sdkError('ValidationException') : null;
    await onPublishDue(dueMessage, lambdaContext());
    harness.table.fault = null;
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'unconfirmed', error: { code: 'no_answer' } });
    expect((await performNext(dueMessage)).state).toBe('unconfirmed');
    expect(posts()).toEqual([]);
  });

  it.each(PLATFORMS)('for %s that is lost is checked for half an hour, and never sent again', async (platform) => {
    const { dueMessage } = await publishText('[[unconfirmed:lost]] Gone', platform);
    const startMs = Date.now();
    const history = await historyOf(dueMessage);
    expect(history).toEqual(Array(5).fill(['unconfirmed', 'no_answer']));
    expect(Date.now() - startMs).toBeLessThan(31 * 60_000);
  });

  it('is not taken for that of another workspace with the same text and the same external id', async () => {
    const tenants = [await newTenant(), await newTenant()];
    for (const tenant of tenants) await newSandbox(tenant, 'twitter', { external_id: 'sandbox-demo' });
    const messages: DueMessage[] = [];
    for (const tenant of tenants)
      messages.push((await publishText('[[unconfirmed]] Same', 'twitter', tenant)).dueMessage);
    const found = [await performNext(messages[0]!), await performNext(messages[1]!)];
    expect(found.map(({ state }) => state)).toEqual(['published', 'published']);
    expect(new Set(found.map(({ platform_post_id }) => platform_post_id)).size).toBe(2);
  });
});

/** End every delay at once, until the end of the test. Returns the delays in milliseconds. */
function skipDelays(): (number | undefined)[] {
  const delays: (number | undefined)[] = [];
  const start = globalThis.setTimeout;
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, delayMs?: number) => {
    delays.push(delayMs);
    return start(act, 0);
  }) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
  return delays;
}

/** The state and the error code after each attempt or check, until nothing is due. */
async function historyOf(dueMessage: DueMessage): Promise<unknown[]> {
  const history = [];
  for (let entry = await loadDueEntry(dueMessage); ; entry = await performNext(dueMessage)) {
    history.push([entry.state, entry.error?.code ?? null]);
    if (entry.due_at === null) return history;
  }
}

/** What each marker leads to. docs/sandbox.md is generated from the same names. */
const HISTORIES: Record<keyof typeof SANDBOX_OUTCOMES, { history: unknown[]; stored: number }> = {
  published: { history: [['published', null]], stored: 1 },
  slow: { history: [['published', null]], stored: 1 },
  unconfirmed: {
    history: [
      ['unconfirmed', 'no_answer'],
      ['published', null],
    ],
    stored: 1,
  },
  'unconfirmed:lost': { history: Array(5).fill(['unconfirmed', 'no_answer']), stored: 0 },
  rejected: { history: [['failed', 'invalid_request']], stored: 0 },
  duplicate: { history: [['failed', 'duplicate_content']], stored: 0 },
  auth: {
    history: [
      ['pending', 'token_rejected'],
      ['failed', 'unauthorized'],
    ],
    stored: 0,
  },
  rate_limited: {
    history: [
      ['pending', 'rate_limited'],
      ['published', null],
    ],
    stored: 1,
  },
  unreachable: {
    history: [
      ['pending', 'unreachable'],
      ['published', null],
    ],
    stored: 1,
  },
};

describe('the marker', () => {
  const names = Object.keys(SANDBOX_OUTCOMES) as (keyof typeof SANDBOX_OUTCOMES)[];

  it.each(names)('[[%s]] in a text leads to its documented outcome', async (name) => {
    skipDelays();
    const { dueMessage } = await publishText(`A text [[${name}]]`);
    const { history, stored } = HISTORIES[name];
    expect(await historyOf(dueMessage)).toEqual(history);
    expect(posts()).toHaveLength(stored);
  });

  it('[[slow]] delays the response by ten seconds', async () => {
    const delays = skipDelays();
    await publishText('[[slow]]');
    expect(delays).toContain(10_000);
  });

  it('[[auth]] leaves an account that a new connection repairs', async () => {
    const { tenant, dueMessage } = await publishText('[[auth]]');
    await performNext(dueMessage);
    const list = async () =>
      (await callApi('accounts.list', { token: await newToken(tenant) })).json.accounts as Json[];
    const [account] = await list();
    expect(account).toMatchObject({ status: 'needs_reconnect', reconnect_reason: 'token_refused' });
    await newSandbox(tenant, 'twitter', { external_id: account!.external_id });
    expect(await list()).toMatchObject([{ id: account!.id, status: 'connected' }]);
  });

  it('is the first known one of a text', () => {
    expect(findSandboxMarker('[[other]] [[slow]] [[rejected]]')).toBe('slow');
    expect(findSandboxMarker('[[toString]] [rejected] [[Rejected]]')).toBeNull();
  });

  it('is a warning for an account on a platform, and none for a sandbox account', async () => {
    const [real, sandbox] = [await newTenant(), await newTenant()];
    const id = String((await connect(real, { platform: 'twitter', external_id: '1', access_token: 'token' })).json.id);
    await newSandbox(sandbox);
    const body = { title: 'Marked', description: 'A text [[rejected]]', platforms: ['twitter'] };
    const warnings = async (tenant: Tenant, operation: string) =>
      (await callApi(operation, { token: tenant.token, body })).json.warnings;
    for (const operation of ['content.validate', 'content.create']) {
      const warning = { code: 'sandbox_marker', platform: 'twitter', account_id: id };
      expect(await warnings(real, operation)).toEqual([
        { ...warning, detail: expect.stringContaining('[[rejected]]') },
      ]);
      expect(await warnings(sandbox, operation)).toEqual([]);
    }
  });
});

describe('the page of a sandbox post', () => {
  const page = (id: string, accept = 'text/html') =>
    callApi('sandbox.get-post', { params: { id }, headers: { accept } });

  it('shows the text as text, with the mark, to a reader without a token', async () => {
    const id = await newSandboxPost(await newTenant(), { text: '<script>alert(1)</script> & "more"' });
    const { status, text } = await page(id);
    expect(status).toBe(200);
    expect(text).toContain('<h1>Sandbox</h1>');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;');
    expect(text).not.toContain('<script');
  });

  it('loads nothing, and is neither stored, indexed nor named as a referrer', async () => {
    const { headers } = await page(await newSandboxPost(await newTenant()));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
      ),
    });
  });

  it('contains nothing else of the workspace, as JSON too', async () => {
    const tenant = await newTenant();
    const id = await newSandboxPost(tenant);
    const { json, headers, text } = await page(id, 'application/json');
    const created_at = expect.any(String);
    expect(json).toEqual({
      id,
      sandbox: true,
      platform: 'twitter',
      text: 'A text',
      media: [],
      created_at,
      reply_to: null,
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(text + (await page(id)).text).not.toMatch(/ws_|acc_/);
  });

  it.each([
    ['an unknown id', newId('sandboxPost')],
    ['an id of another kind', newId('content')],
    ['no id', 'x'],
  ])('is 404 for %s', async (_, id) => {
    expect((await page(id)).status).toBe(404);
  });

  it('is 404 after 90 days, even while the item still exists', async () => {
    const id = await newSandboxPost(await newTenant());
    advanceTime(90 * 86_400_000 - 1);
    expect((await page(id)).status).toBe(200);
    advanceTime(1);
    expect((await page(id)).status).toBe(404);
  });
});

describe('a thread on a sandbox account', () => {
  const texts = () => posts().map(({ id, text, reply_to }) => ({ id, text, ...(reply_to as Json | undefined) }));

  async function publishThread(platform: Platform, thread: string[], first_comment?: string) {
    const tenant = await newTenant();
    await newSandbox(tenant, platform);
    const fields = { description: 'One', thread: thread.map((text) => ({ text })), first_comment };
    const made = await scheduleContent(tenant, platform, fields, 0);
    for (let step = 0; step < 12; step++) {
      const { due_at } = await loadDueEntry(made.dueMessage);
      if (due_at === null) break;
      advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
      await onPublishDue(made.dueMessage, lambdaContext());
    }
    return loadDueEntry(made.dueMessage);
  }

  it('is stored post by post, each with the post that it answers, and its page links that post', async () => {
    const entry = await publishThread('twitter', ['Two', 'Three'], 'Comment');
    expect(entry.state).toBe('published');
    const ids = entry.parts.map(({ platform_post_id }) => platform_post_id);
    const root_id = ids[0];
    const inOrder = ids.map((id) => texts().find((post) => post.id === id));
    expect(inOrder).toEqual([
      { id: ids[0], text: 'One' },
      { id: ids[1], text: 'Two', kind: 'reply', root_id, parent_id: ids[0] },
      { id: ids[2], text: 'Three', kind: 'reply', root_id, parent_id: ids[1] },
      { id: ids[3], text: 'Comment', kind: 'comment', root_id, parent_id: root_id },
    ]);
    expect(texts()).toHaveLength(4);
    const headers = { accept: 'text/html' };
    const shown = await callApi('sandbox.get-post', { params: { id: String(ids[2]) }, headers });
    expect(shown.text).toContain(`<a href="${ids[1]}">`);
  });

  it('has the outcome of each marker for its part only', async () => {
    const entry = await publishThread('twitter', ['Two [[unconfirmed]]', 'Three [[rejected]]', 'Four']);
    expect([entry.state, entry.parts.length, entry.error?.code]).toEqual(['interrupted', 2, 'invalid_request']);
    expect(
      texts()
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['One', 'Two [[unconfirmed]]']);
  });
});
