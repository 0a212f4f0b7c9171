import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openPage } from './browser.ts';
import { press } from './dashboard-pages.ts';
import { SESSION, type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { inspect } from './inspect-screen.ts';

// What changed between two submissions, in Chromium, before an API with one post that was submitted again.

const AGENT = { id: 'key_1', name: 'Planner', user_id: 'usr_2' };
const BY_AGENT = { requested_by: 'usr_2', agent: AGENT, note: 'I shortened it.' };
const UNDECIDED = { decided_by: null, decided_by_name: null, decided_at: null };
const AT = '2026-11-20T09:30:00.000Z';

const content = (submission: number) => ({
  ...{ id: 'cnt_1', title: 'Launch', description: TEXTS[submission], platforms: ['linkedin'], accounts: [], media: [] },
  ...{ thread: [], first_comment: null, platform_options: {}, status: 'pending_approval', scheduled_at: null },
  ...{ agents: [AGENT], sandbox: false, targets: [], warnings: [], editable_fields: [], link_cards: [] },
  ...{ available_actions: ['approve', 'request_changes'], created_at: AT, updated_at: AT },
  approval: {
    ...{ status: 'pending_approval', content_hash: `hash-${submission}`, requested_at: AT, ...BY_AGENT, ...UNDECIDED },
    ...{ changed_fields: ['description'], submission },
  },
});
const TEXTS: Record<number, string> = {
  1: 'The best launch, see https://example.com/a',
  2: 'The good launch, see https://example.com/b',
  3: 'The good la\u200Bunch, see https://example.com/b',
};
const DECISION = { decided_by: 'rvl_1', decided_by_name: 'Ada Example', decided_at: AT, note: 'Leave out best' };
const version = (submission: number) => {
  const { title, description, platforms, accounts, media, thread, first_comment, platform_options } =
    content(submission);
  const fields = { title, description, platforms, accounts, media, thread, first_comment, platform_options };
  const decision = submission === 1 ? { status: 'changes_requested', ...DECISION } : null;
  const by = { submitted_by: 'usr_2', submitted_at: AT, agent: AGENT, note: 'I shortened it.' };
  return {
    content_id: 'cnt_1',
    submission,
    content_hash: `hash-${submission}`,
    ...by,
    ...fields,
    files: [],
    link_cards: [],
    decision,
  };
};

let page: Page;
let latest = 2;

function respond({ method, path, query }: StubRequest): StubResponse {
  if (path === '/workspace') return { body: { id: 'ws_1', name: 'Stub', approval: 'none', approver_roles: ['owner'] } };
  if (path === '/content/cnt_1/versions') {
    return { body: { versions: [3, 2, 1].filter((each) => each <= latest).map(version) } };
  }
  if (path === '/content/cnt_1/approve') {
    latest = 3;
    return { status: 409, body: { status: 409, code: 'content_changed', title: 'Changed', detail: 'It has changed.' } };
  }
  if (path === '/content' && method === 'GET') {
    const isListed = query.get('status') === 'pending_approval';
    const listed = { ...content(latest), approval_status: 'pending_approval', thumbnail: null };
    return { body: { data: isListed ? [listed] : [], pagination: { next_cursor: null } } };
  }
  if (path === '/content/cnt_1') return { status: 200, etag: `"${latest}"`, body: content(latest) };
  if (path === '/content/cnt_1/comments') {
    const comment = { id: 'cmt_1', content_id: 'cnt_1', author_id: 'usr_2', author_name: null, created_at: AT };
    return { body: { comments: [{ ...comment, agent: AGENT, body: 'A reply' }], pagination: { next_cursor: null } } };
  }
  if (path === '/accounts') return { body: { accounts: [], pagination: { next_cursor: null } } };
  return { status: 503, body: null };
}

const APPROVER = { ...SESSION, permissions: [...SESSION.permissions, 'content:approve'] };
const stub = useStubbedDashboard(respond, () => APPROVER);
const shows = (text: string) =>
  page.waitForFunction(
    `document.querySelector('main, dialog')?.ownerDocument.body.innerText.includes(${JSON.stringify(text)})`,
  );
const textsOf = (selector: string) =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent)`);

beforeAll(async () => {
  if (HAS_BROWSER) page = await openPage(stub.browser);
});

describe.runIf(HAS_BROWSER)('the differences of two submissions', () => {
  test('are in the list of approvals, with who decided about the earlier one, and who is responsible for the agent', async () => {
    await page.goto(`${stub.url}#/approvals`);
    await shows('Changed since Ada Example requested changes');
    expect(await textsOf('.text-difference del')).toEqual(['best', 'https://example.com/a']);
    expect(await textsOf('.text-difference ins')).toEqual(['good', 'https://example.com/b']);
    // Screen readers announce neither element.
    expect(await textsOf('.text-difference')).toContainEqual(expect.stringContaining('(removed: best)  (added: good)'));
    await shows('Written by the agent Planner. Responsible:');
    await shows('The agent states, unverified:');
    await inspect(page, 'approval-versions');
  });

  test('are in the dialog of a decision, when the post was submitted again since, with its invisible characters', async () => {
    await press(page, 'article.approval .actions button');
    await press(page, 'dialog button[type=submit]');
    await press(page, 'dialog ::-p-aria([name="Reload"][role="button"])');
    await shows('The post was submitted again while you read it.');
    await page.waitForSelector('dialog .code-point');
    expect(await textsOf('dialog .code-point')).toEqual(['U+200B']);
    await inspect(page, 'newer-submission');
  });

  test('say on the page of a post, when the member returns to it, that it was submitted again', async () => {
    latest = 2;
    await page.goto(`${stub.url}#/approvals`);
    await page.goto(`${stub.url}#/posts/cnt_1`);
    await shows('Changed since Ada Example requested changes');
    latest = 3;
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await shows('This post was submitted again.');
    await press(page, '::-p-aria([name="Show the newer submission"][role="button"])');
    await page.waitForSelector('.text-difference .code-point');
    expect(await textsOf('.text-difference .code-point')).toEqual(['U+200B']);
    await inspect(page, 'post-with-versions');
  });
});

test.runIf(HAS_BROWSER)(
  'a comment of an agent names the agent and who is responsible, not the member alone',
  async () => {
    await page.goto(`${stub.url}#/approvals`);
    await page.goto(`${stub.url}#/posts/cnt_1`);
    await shows('A reply');
    expect(await textsOf('.comment-head strong')).toEqual(['Planner (agent, responsible: another member)']);
    await inspect(page, 'comment-of-an-agent');
  },
);
