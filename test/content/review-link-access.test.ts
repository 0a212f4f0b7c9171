import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  newInstance,
  setupApi,
  storedItems,
} from '../functions/api-harness.ts';
import { approvedCode, requestTokens } from '../functions/authorizations.ts';
import { arranged, decide, open, submit } from '../functions/given/review.ts';
import { newContent, newKey, newMember, newReviewLink, setWorkspace } from '../functions/resources.ts';
import { newSessionCookie, requestToken } from '../functions/sign-ins.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';

/** The right of a review link to approve is that of the session, key or application that created it. */

const table = setupApi();
const RECENT = 10 * 60_000;

/** A submitted item of an author, in a workspace that requires approval, and a member who may approve it. */
async function submitted() {
  const author = await newTenant('enterprise');
  await setWorkspace(author, { approval: 'required' });
  const approver = await newMember(author, 'admin');
  const { id } = await newContent(author);
  await submit(author, id);
  return { author, approver, id };
}

type Item = { author: Tenant; id: string };

const linkBy = ({ author, id }: Item, token: string, fields: Json = { permission: 'approve' }) =>
  newReviewLink({ ...author, token }, fields, id);

const statusOf = async ({ author: { token }, id }: Item) =>
  ((await callApi('content.get', { token, params: { id } })).json.approval as Json).status;

const listed = async ({ author: { token }, id }: Item) =>
  (await callApi('content.list-review-links', { token, params: { id } })).json.review_links as Json[];

const endSessions = ({ author: { token } }: Item, { id }: Pick<Member, 'id'>) =>
  callApi('team.end-sessions', { token, params: { id } });

const openLinksOf = async ({ author: { token } }: Item, { id }: Pick<Member, 'id'>) =>
  (await callApi('team.list-sessions', { token, params: { id } })).json.review_links as Json[];

/** A session of a member: its cookie and an access token. */
async function newSession(member: Member): Promise<{ cookie: string; token: string }> {
  const cookie = await newSessionCookie(member);
  return { cookie, token: String((await requestToken(cookie)).json.access_token) };
}

/** Edit the item and submit it again, as an agent or a colleague does after the link was created. */
async function edit({ author, id }: Item): Promise<void> {
  const { token } = author;
  expect((await callApi('content.update', { token, params: { id }, body: { title: 'Later' } })).status).toBe(200);
  await submit(author, id);
}

/** Expect that a link approves nothing and still shows the item and takes comments. */
async function expectCommentOnly(item: Item, link: Awaited<ReturnType<typeof linkBy>>): Promise<void> {
  const page = await open(link.token);
  expect([page.status, page.text.includes('value="approve"')]).toEqual([200, false]);
  expect(page.text).toContain('because the access with which it was created has ended');
  for (const action of ['approve', 'request-changes']) expect((await decide(link, action)).status).toBe(403);
  expect(await statusOf(item)).toBe('pending_approval');
  expect((await decide(link, 'comment', 'A remark')).status).toBe(200);
  expect((await listed(item)).find(({ id }) => id === link.id)!.status).toBe('comment_only');
}

describe('a link that may approve', () => {
  it('is not created by a session whose sign-in is ten minutes old; one for comments is', async () => {
    const item = await submitted();
    const { cookie } = await newSession(item.approver);
    advanceTime(RECENT);
    const token = String((await requestToken(cookie)).json.access_token);
    const before = storedItems(table);
    const body = { name: 'Ada Example', permission: 'approve' };
    const rejected = await callApi('content.create-review-link', { token, params: { id: item.id }, body });
    expect([rejected.status, rejected.json.code]).toEqual([403, 'recent_sign_in_required']);
    expect(storedItems(table)).toEqual(before);
    expect((await linkBy(item, token, { permission: 'comment' })).id).toMatch(/^rvl_/);
  });

  it('approves nothing after all sessions of its creator were ended, and is closed', async () => {
    const item = await submitted();
    const link = await linkBy(item, (await newSession(item.approver)).token);
    advanceTime(1);
    expect((await endSessions(item, item.approver)).status).toBe(200);
    await edit(item);
    expect((await open(link.token)).status).toBe(410);
    expect((await decide(link)).status).toBe(410);
    expect(await statusOf(item)).toBe('pending_approval');
    expect(await listed(item)).toMatchObject([{ status: 'revoked', revoked_at: expect.any(String) }]);
  });

  it('approves nothing after its session has signed out', async () => {
    const item = await submitted();
    const { cookie, token } = await newSession(item.approver);
    const link = await linkBy(item, token);
    await callApi('auth.sign-out', { headers: { cookie } });
    await expectCommentOnly(item, link);
  });

  it('approves nothing after its session was not used for seven days', async () => {
    const item = await submitted();
    const link = await linkBy(item, (await newSession(item.approver)).token);
    advanceTime(7 * DAY_MS);
    const author = { ...item.author, token: await newToken(item.author) };
    await expectCommentOnly({ ...item, author }, link);
  });

  it('is not created by an API key with allowed_ips', async () => {
    const item = await submitted();
    const fields = { allowed_ips: ['192.0.2.0/24'], permissions: ['content:read', 'content:approve'] };
    const token = await keyToken(item, fields);
    const rejected = await callApi('content.create-review-link', {
      ...{ token, sourceIp: '192.0.2.1', params: { id: item.id } },
      body: { name: 'Ada Example', permission: 'approve' },
    });
    expect([rejected.status, rejected.json.code]).toEqual([403, 'approval_not_permitted']);
    expect(rejected.json.detail).toContain('allowed_ips');
  });

  it('approves nothing after its API key was revoked', async () => {
    const item = await submitted();
    const key = await approverKey(item);
    const link = await linkBy(item, await newToken({ ...item.author, key }));
    const params = { id: key.client_id };
    expect((await callApi('keys.delete', { token: item.author.token, params })).status).toBe(200);
    await edit(item);
    await expectCommentOnly(item, link);
  });

  it('approves nothing after its API key has expired', async () => {
    const item = await submitted();
    const key = await approverKey(item, { expires_at: inSeconds(3600) });
    const link = await linkBy(item, await newToken({ ...item.author, key }));
    advanceTime(3_600_000);
    const author = { ...item.author, token: await newToken(item.author) };
    await expectCommentOnly({ ...item, author }, link);
  });

  it('approves nothing after the access of its application was revoked', async () => {
    const item = await submitted();
    const code = await approvedCode(item.approver, { scope: 'content:read content:approve' });
    const { access_token, refresh_token } = (await requestTokens(code)).json;
    const link = await linkBy(item, String(access_token));
    const body = { client_id: 'cis', token: refresh_token };
    expect((await callApi('auth.revoke', { body })).status).toBe(200);
    await edit(item);
    await expectCommentOnly(item, link);
  });

  it('approves a later version while its session lasts, as the page says', async () => {
    const item = await submitted();
    const link = await linkBy(item, (await newSession(item.approver)).token);
    await edit(item);
    expect((await open(link.token)).text).toContain('also about later versions');
    await decide(link);
    expect(await statusOf(item)).toBe('approved');
  });
});

describe('the end of all sessions of a member', () => {
  it('closes the links for comments too, and lets the member create others', async () => {
    const item = await arranged();
    const link = await linkBy(item, item.approver.token, { permission: 'comment' });
    advanceTime(1);
    await endSessions(item, item.approver);
    expect((await open(link.token)).status).toBe(410);
    advanceTime(1);
    expect((await open((await linkBy(item, item.approver.token)).token)).status).toBe(200);
  });

  it('leaves no link to a session that an instance still accepts', async () => {
    const item = await submitted();
    const { token } = await newSession(item.approver);
    const create = await newInstance('content.create-review-link');
    const body = { name: 'Ada Example', permission: 'comment' };
    const request = { token, params: { id: item.id }, body };
    expect((await create(request)).status).toBe(201);
    advanceTime(1);
    await endSessions(item, item.approver);
    advanceTime(1);
    expect((await create(request)).status).toBe(401);
  });

  it('leaves room for as many links as an item may have', async () => {
    const item = await arranged();
    for (let count = 1; count < 20; count++) await linkBy(item, item.approver.token, { permission: 'comment' });
    advanceTime(1);
    await endSessions(item, item.approver);
    advanceTime(1);
    expect((await linkBy(item, item.approver.token)).id).toMatch(/^rvl_/);
  });
});

describe('the open links of a member', () => {
  it('are listed with their sessions, newest first, without those of others and those that have ended', async () => {
    const item = await submitted();
    const first = await linkBy(item, item.approver.token);
    advanceTime(1);
    const second = await linkBy(item, item.approver.token, { permission: 'comment' });
    const revoked = await linkBy(item, item.approver.token);
    const params = { id: item.id, link_id: revoked.id };
    await callApi('content.revoke-review-link', { token: item.author.token, params });
    await linkBy(item, item.author.token, { permission: 'comment' });
    const links = await openLinksOf(item, item.approver);
    expect(links.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'active'],
      [first.id, 'active'],
    ]);
    expect(JSON.stringify(links)).not.toContain('token');
  });
});

/** An API key of the member who may approve, for tests that end it. */
async function approverKey({ author, approver }: { author: Tenant; approver: Member }, fields: Json = {}) {
  const permissions = ['content:read', 'content:approve'];
  const { token } = await newSession(approver);
  const key = await newKey({ ...author, token }, { permissions, ...fields });
  return { ...author.key, client_id: String(key.id), user_id: approver.id };
}

async function keyToken(item: { author: Tenant; approver: Member }, fields: Json): Promise<string> {
  const key = await approverKey(item, fields);
  return newToken({ ...item.author, key });
}
