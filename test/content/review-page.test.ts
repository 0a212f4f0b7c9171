import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { MAX_COMMENT_LENGTH } from '../../lib/content/rules/review/review-comment.ts';
import { hashOf } from '../../lib/core/http/html.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  START,
  storedItems,
  succeed,
  type TestResponse,
} from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { arranged, decide, hashIn, open, respond, submit } from '../functions/given/review.ts';
import { interleave } from '../functions/interleave.ts';
import { newReviewLink, setWorkspace } from '../functions/resources.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import type { Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

simulatePlatforms();

const read = async ({ token }: { token: string }, id: string) =>
  (await callApi('content.get', { token, params: { id } })).json;

/** The status of the approval of an item. */
async function approvalOf({ author, id }: { author: Tenant; id: string }): Promise<string> {
  return ((await read(author, id)).approval as { status: string }).status;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function form(text: string, ...more: Buffer[]) {
  return { bytes: Buffer.concat([Buffer.from(text), ...more]), headers: FORM };
}

describe('the review page', () => {
  it('shows the text of each platform, what it links, the account and the alternative texts', async () => {
    const { author, link } = await arranged({
      title: 'Spring',
      description: 'News at example.com #spring',
      platforms: ['twitter', 'instagram'],
      platform_options: { instagram: { text: 'Only here, with @ada and example.com' } },
      media: [{ url: 'https://images.example.com/a.jpg', type: 'image', alt: 'A red jacket' }],
    });
    await connect(author, 'twitter');
    const { status, text } = await open(link.token);
    expect(status).toBe(200);
    expect(text).toContain('<h3>X</h3>');
    expect(text).toContain(
      'News at <a href="https://example.com/" rel="noopener noreferrer nofollow" target="_blank">example.com</a> <span class="tag">#spring</span>',
    );
    expect(text).toContain('Only here, with <span class="tag">@ada</span> and example.com');
    expect(text).toContain('<img src="https://images.example.com/a.jpg" alt="A red jacket" loading="lazy">');
    expect(text).toContain('Alternative text: A red jacket');
    expect(text).toContain('No account is connected yet.');
  });

  it('shows every part of a thread and the first comment, with their files', async () => {
    const { link } = await arranged({
      title: 'Spring',
      platforms: ['twitter', 'linkedin'],
      thread: [{ text: 'The <second> part', media: [{ url: 'https://images.example.com/b.jpg', type: 'image' }] }],
      first_comment: 'And a comment',
      platform_options: { linkedin: { thread: [] } },
    });
    const { text } = await open(link.token);
    const [, x = '', linkedin = ''] = text.split('<article>');
    expect(x).toContain('<h4>Post 2 of the thread</h4><p class="text" dir="auto">The &lt;second&gt; part</p>');
    expect(x).toContain('<img src="https://images.example.com/b.jpg"');
    expect(x).toContain('<h4>First comment</h4><p class="text" dir="auto">And a comment</p>');
    expect(linkedin).toContain('And a comment');
    expect(linkedin).not.toContain('of the thread');
  });

  it('names the agent that wrote and submitted the item, who is responsible, and the note as its statement', async () => {
    const { author, id, link } = await arranged();
    const { token } = await newAgent(author, {}, { name: '<b>Planner' });
    const ask = (operation: 'update' | 'submit', body: Json) =>
      callApi(`content.${operation}`, { token, params: { id }, body });
    await ask('update', { title: 'By an agent' });
    await ask('submit', { note: 'I checked it.' });
    const { text } = await open(link.token);
    const { name } = author.owner;
    expect(text).toContain(`The agent “&lt;b&gt;Planner” wrote a part of this. ${name} is responsible for the agent.`);
    expect(text).toContain(`, requested by the agent “&lt;b&gt;Planner” of ${name}`);
    expect(text).toContain('The agent states, unverified:</p><p class="text" dir="auto">I checked it.</p>');
  });

  it('shows the approval, the comments and the time of publication', async () => {
    const { author, id, link } = await arranged({ scheduled_at: '2026-08-10T09:30:00Z' });
    const body = { body: 'Please check\nthe number.' };
    await callApi('content.create-comment', { token: author.token, params: { id }, body });
    const { text } = await open(link.token);
    expect(text).toContain('Waiting for approval');
    expect(text).toContain('Planned for <time datetime="2026-08-10T09:30:00.000Z">10 August 2026 at 09:30 UTC</time>.');
    expect(text).toContain('Please check\nthe number.');
    expect(text).toContain(author.owner.name);
  });

  it('says that the publication of an item is cancelled', async () => {
    const { author, id, link } = await arranged();
    await succeed('content.update', { token: author.token, params: { id }, body: { status: 'cancelled' } });
    const { status, text } = await open(link.token);
    expect([status, text.includes('The publication is cancelled.')]).toEqual([200, true]);
  });

  it('has buttons for a decision only with the permission, and while one is possible', async () => {
    const { author, id, link } = await arranged();
    const commenting = await newReviewLink(author, {}, id);
    const buttons = async (token: string) =>
      [...(await open(token)).text.matchAll(/<button[^>]*value="([a-z-]+)"/g)].map(([, value]) => value);
    expect(await buttons(link.token)).toEqual(['approve', 'request-changes', 'comment']);
    expect(await buttons(commenting.token)).toEqual(['comment']);
    await decide(link);
    expect(await buttons(link.token)).toEqual(['request-changes', 'comment']);
  });

  it('escapes hostile texts', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;
    const { author, id, link } = await arranged({
      title: hostile,
      description: `${hostile} javascript:alert(3) https://example.com/"onmouseover="x https://example.com/?a=1&lt=2`,
      platforms: PLATFORMS,
      media: [{ url: `https://example.com/a.jpg?"><script>`, type: 'image', alt: hostile }],
    });
    await callApi('content.create-comment', { token: author.token, params: { id }, body: { body: hostile } });
    await respond({ token: link.token, action: 'comment', text: hostile });
    await decide(link, 'request-changes', hostile);
    const { text } = await open(link.token);
    expect(text).not.toMatch(/<script|<img src=x|onerror='|javascript:[^<]*"|"onmouseover/);
    expect(text).toContain('>https://example.com/?a=1&amp;lt=2</a>');
    expect(text.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(8);
    for (const [, href] of text.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//);
  });

  it('runs no script, sends no referrer, and is neither stored, framed nor listed', async () => {
    const { link } = await arranged();
    const { headers, text } = await open(link.token);
    const [, style] = /<style>(.*)<\/style>/.exec(text)!;
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src '${hashOf(style!)}'; img-src https:; media-src https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/<script| style=| on[a-z]+=/);
  });

  it('names the reason when the link has expired, was revoked or is unknown', async () => {
    const { author, id, link } = await arranged();
    const expiring = await newReviewLink(author, { expires_at: inSeconds(1) }, id);
    advanceTime(1_000);
    const params = { id, link_id: link.id };
    await callApi('content.revoke-review-link', { token: author.token, params });
    const titles = [];
    for (const token of [expiring.token, link.token, 'unknown']) {
      const { status, text } = await open(token);
      titles.push([status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]]);
      expect((await respond({ token, action: 'comment', text: 'Hello' })).status).toBe(status);
    }
    expect(titles).toEqual([
      [410, 'The link has expired'],
      [410, 'The link was revoked'],
      [404, 'Unknown link'],
    ]);
    expect(storedRecords(harness, 'ReviewComment')).toEqual([]);
  });
});

describe('a comment on the review page', () => {
  it('is stored with the link and the name of the reviewer, and leads back to the page', async () => {
    const { author, id, link } = await arranged();
    const answer = await respond({ token: link.token, action: 'comment', text: 'First\r\nSecond' });
    expect([answer.status, answer.headers.refresh]).toEqual([200, `0;url=/v1/review?token=${link.token}`]);
    const { json } = await callApi('content.list-comments', { token: author.token, params: { id } });
    expect(json.comments).toEqual([
      {
        id: expect.stringMatching(/^cmt_/),
        content_id: id,
        author_id: link.id,
        author_name: 'Ada Example',
        agent: null,
        body: 'First\nSecond',
        created_at: START,
      },
    ]);
    expect((await open(link.token)).text).toContain('First\nSecond');
  });

  it.each([
    ['nothing visible', ' \n '],
    ['too many characters', 'A'.repeat(MAX_COMMENT_LENGTH + 1)],
    ['a control character', 'A\u0000'],
  ])('with %s is rejected with 422 and the rule, and the text stays in the form', async (_, text) => {
    const { link } = await arranged();
    const before = storedItems(harness.table);
    const answer = await respond({ token: link.token, action: 'comment', text });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('It must have 1 to 2000 characters, and no control characters.');
    expect(answer.text).toContain(`>\n${text}</textarea>`);
    expect(storedItems(harness.table)).toEqual(before);
  });
});

describe('a decision on the review page', () => {
  it('approves the item in the name of the link', async () => {
    const { author, id, link } = await arranged();
    expect((await decide(link, 'approve', 'Fine')).status).toBe(200);
    expect(await read(author, id)).toMatchObject({
      status: 'approved',
      approval: {
        status: 'approved',
        decided_by: link.id,
        decided_by_name: 'Ada Example',
        decided_at: START,
        note: 'Fine',
      },
    });
    expect((await open(link.token)).text).toMatch(/Approved<\/strong> by Ada Example on/);
  });

  it('requests changes with the note', async () => {
    const { author, id, link } = await arranged();
    expect((await decide(link, 'request-changes', 'Another photo')).status).toBe(200);
    expect((await read(author, id)).approval).toMatchObject({ status: 'changes_requested', note: 'Another photo' });
  });

  it('causes the event approval.granted, which names the reviewer', async () => {
    const { link } = await arranged();
    await decide(link);
    await processAllChanges(harness);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
    const granted = events
      .filter(({ type }) => type === 'approval.granted')
      .map(({ data }) => JSON.parse(data) as Json);
    expect(granted).toMatchObject([{ approval: { decided_by: link.id, decided_by_name: 'Ada Example' } }]);
  });

  it('about a post that has changed since it was shown is rejected with 409, and shows the present one', async () => {
    const { author, id, link } = await arranged();
    const content_hash = hashIn(await open(link.token));
    const update = { token: author.token, params: { id }, body: { title: 'Another title' } };
    await callApi('content.update', update);
    await submit(author, id);
    const before = storedItems(harness.table);
    const answer = await respond({ token: link.token, action: 'approve', text: 'Typed', content_hash });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('The post has changed since you opened this page');
    expect(answer.text).toContain('<h1 dir="auto">Another title</h1>');
    expect(answer.text).toContain('>\nTyped</textarea>');
    expect(hashIn(answer)).not.toBe(content_hash);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('without the hash of what was shown is rejected with 409', async () => {
    const { author, id, link } = await arranged();
    expect((await respond({ token: link.token, action: 'approve' })).status).toBe(409);
    expect((await read(author, id)).status).toBe('pending_approval');
  });

  it('is made once when two are sent at the same time', async () => {
    const { author, id, link } = await arranged();
    const answers = await Promise.all([decide(link), decide(link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read(author, id)).toMatchObject({ status: 'approved' });
  });

  it('of a link that may only comment is rejected with 403', async () => {
    const { author, id } = await arranged();
    const link = await newReviewLink(author, {}, id);
    const { content_hash } = (await read(author, id)).approval as { content_hash: string };
    const answer = await respond({ token: link.token, action: 'approve', content_hash });
    expect(answer.status).toBe(403);
    expect((await read(author, id)).status).toBe('pending_approval');
  });

  it.each<[string, (made: Awaited<ReturnType<typeof arranged>>) => Promise<unknown>]>([
    [
      'was removed',
      ({ author, approver }) => callApi('team.remove-member', { token: author.token, params: { id: approver.id } }),
    ],
    [
      'has another role',
      ({ author, approver }) => {
        const body = { role: 'viewer', permissions: ['content:read'] };
        return callApi('team.update-member', { token: author.token, params: { id: approver.id }, body });
      },
    ],
    [
      'has lost the permission',
      ({ author, approver }) => {
        const body = { permissions: ['content:read'] };
        return callApi('team.update-member', { token: author.token, params: { id: approver.id }, body });
      },
    ],
    ['has a role that may no longer approve', ({ author }) => setWorkspace(author, { approver_roles: ['owner'] })],
    [
      'has become its author',
      async ({ author, approver, id }) => {
        await callApi('content.update', { token: approver.token, params: { id }, body: { title: 'Theirs' } });
        await submit(author, id);
      },
    ],
  ])('is rejected with 403 when the member who created the link %s', async (_, change) => {
    const made = await arranged();
    const answer = await change(made);
    if (answer) expect((answer as TestResponse).status).toBe(200);
    const { text } = await open(made.link.token);
    expect(text).not.toContain('value="approve"');
    const { content_hash } = (await read(made.author, made.id)).approval as { content_hash: string };
    expect((await respond({ token: made.link.token, action: 'approve', content_hash })).status).toBe(403);
    expect((await read(made.author, made.id)).status).toBe('pending_approval');
  });

  it.each<[string, (made: Awaited<ReturnType<typeof arranged>>) => Promise<TestResponse>, string[]]>([
    [
      'its link is revoked',
      ({ author, id, link }) =>
        callApi('content.revoke-review-link', { token: author.token, params: { id, link_id: link.id } }),
      ['200 approved', '410 pending_approval'],
    ],
    [
      'the item is edited',
      ({ author, id }) => callApi('content.update', { token: author.token, params: { id }, body: { title: 'New' } }),
      ['200 not_submitted', '409 not_submitted'],
    ],
  ])('is complete or has no effect at whatever moment %s', async (_, change, expected) => {
    const outcomes = new Set<string>();
    let interleaved = true;
    for (let n = 1; interleaved; n++) {
      const made = await arranged();
      const content_hash = hashIn(await open(made.link.token));
      const fields = { token: made.link.token, action: 'approve', content_hash };
      const result = await interleave(
        harness.table,
        'worker',
        n,
        () => respond(fields),
        async () => ({ status: (await change(made)).status, approval: await approvalOf(made) }),
      );
      interleaved = result.interleaved;
      // Nothing is decided after the change.
      expect(result.answer).toEqual({ status: 200, approval: await approvalOf(made) });
      outcomes.add(`${result.work.status} ${result.answer.approval}`);
    }
    expect([...outcomes].sort()).toEqual(expected);
  });

  it('lets the item be published where an approval is required', async () => {
    const { author, approver } = await arranged();
    await connect(author, 'twitter');
    await setWorkspace(author, { approval: 'required' });
    const { dueMessage, contentId } = await scheduleContent(author, 'twitter');
    await submit(author, contentId);
    const fields = { permission: 'approve', expires_at: inSeconds(3600) };
    await decide(await newReviewLink({ ...author, token: approver.token }, fields, contentId));
    advanceTime(60_000);
    await onPublishDue(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });
});

describe('the forms of the review page', () => {
  it.each<[string, number, (token: string) => Parameters<typeof callApi>[1]]>([
    ['sent as JSON', 415, (token) => ({ body: { token, action: 'comment', text: 'A' } })],
    ['with a repeated field', 400, (token) => form(`token=${token}&action=comment&text=A&text=B`)],
    ['with an unknown action', 400, (token) => form(`token=${token}&action=publish`)],
    ['with an unknown field', 400, (token) => form(`token=${token}&action=comment&text=A&id=1`)],
    ['that are not UTF-8', 400, (token) => form(`token=${token}&action=comment&text=A`, Buffer.of(0xff))],
    ['without a token', 400, () => form('action=comment&text=A')],
    ['that are empty', 400, () => ({ headers: FORM })],
  ])('%s are rejected with %i, and change nothing', async (_, status, request) => {
    const { link } = await arranged();
    const before = storedItems(harness.table);
    expect((await callApi('review.respond', request(link.token))).status).toBe(status);
    expect(storedItems(harness.table)).toEqual(before);
  });
});
