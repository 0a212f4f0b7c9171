import { describe, expect, it } from 'vitest';
import { MAX_ACTIVE_LINKS } from '../../lib/content/rules/review/review-link.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import {
  advanceTime,
  callApi,
  inSeconds,
  type Json,
  START,
  setupApi,
  storedItems,
  type TestResponse,
} from '../functions/api-harness.ts';
import { newContent, newMember, newReviewLink, setWorkspace } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

type Caller = { token: string };

const create = (caller: Caller, id: string, body: Json) =>
  callApi('content.create-review-link', { token: caller.token, params: { id }, body });
const list = async (caller: Caller, id: string) =>
  (await callApi('content.list-review-links', { token: caller.token, params: { id } })).json.review_links as Json[];
const revoke = (caller: Caller, { id, content_id }: { id: string; content_id: string }) =>
  callApi('content.revoke-review-link', { token: caller.token, params: { id: content_id, link_id: id } });
const open = (token: string) => callApi('review.show', { query: { token } });

const FOR_ADA = { name: 'Ada Example', permission: 'comment' };

function expectProblem(answer: TestResponse, status: number, code: string): void {
  expect([answer.status, answer.json.code], answer.text).toEqual([status, code]);
}

const stored = (entity: string) => table.items().filter((item) => item.entity === entity);

describe('POST /content/{id}/review-links', () => {
  it('returns the link with the url of its page', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const { status, json } = await create(tenant, id, FOR_ADA);
    expect(status).toBe(201);
    expect(json).toEqual({
      id: expect.stringMatching(/^rvl_/),
      content_id: id,
      ...FOR_ADA,
      status: 'active',
      created_by: tenant.owner.id,
      client_id: tenant.key.client_id,
      created_at: START,
      expires_at: inSeconds((14 * DAY_MS) / 1000),
      revoked_at: null,
      last_used_at: null,
      url: expect.stringMatching(/^https:\/\/api\.example\.com\/v1\/review\?token=[\w-]{121}$/),
    });
  });

  it('stores the token only as its hash', async () => {
    const { token } = await newReviewLink(await newTenant());
    expect(stored('ReviewLink')[0]!.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(table.items())).not.toContain(token.slice(-43));
  });

  it('ends the link at the given time', async () => {
    const expires_at = inSeconds(3600);
    const { token } = await newReviewLink(await newTenant(), { expires_at });
    advanceTime(3_599_000);
    expect((await open(token)).status).toBe(200);
    advanceTime(1_000);
    expect((await open(token)).status).toBe(410);
  });

  it.each([
    ['/expires_at', 'in the past', { expires_at: '2026-08-03T10:00:30Z' }],
    ['/expires_at', 'more than 90 days ahead', { expires_at: '2026-11-01T10:00:31Z' }],
    ['/expires_at', 'no time', { expires_at: 'tomorrow' }],
    ['/permission', 'unknown', { permission: 'publish' }],
    ['/name', 'empty', { name: ' ' }],
    ['/name', 'too long', { name: 'A'.repeat(201) }],
    ['/name', 'invisible', { name: 'Ada\u202e' }],
  ])('rejects a %s that is %s with 422, and stores nothing', async (pointer, _, fields) => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const before = storedItems(table);
    const { status, json } = await create(tenant, id, { ...FOR_ADA, ...fields });
    expect([status, (json.errors as Json[])[0]?.pointer]).toEqual([422, pointer]);
    expect(storedItems(table)).toEqual(before);
  });

  it('rejects a link that may approve of a caller without content:approve with 403', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const editor = await newMember(tenant, 'editor');
    expect((await create(editor, id, FOR_ADA)).status).toBe(201);
    expectProblem(await create(editor, id, { ...FOR_ADA, permission: 'approve' }), 403, 'insufficient_scope');
  });

  it('rejects a link that may approve of an author, and of a role that may not, with 403', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const approver = await newMember(tenant, 'approver');
    const body = { ...FOR_ADA, permission: 'approve' };
    expectProblem(await create(tenant, id, body), 403, 'approval_not_permitted');
    expect((await create(approver, id, body)).status).toBe(201);
    await setWorkspace(tenant, { approver_roles: ['owner'] });
    expectProblem(await create(approver, id, body), 403, 'approval_not_permitted');
  });

  it(`rejects more than ${MAX_ACTIVE_LINKS} active links with 409, and counts none that has ended`, async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    const [first] = await createMany(tenant, id, MAX_ACTIVE_LINKS);
    const rejected = await create(tenant, id, FOR_ADA);
    expectProblem(rejected, 409, 'review_link_limit');
    expect(rejected.json.detail).toContain(String(MAX_ACTIVE_LINKS));
    await revoke(tenant, first!);
    expect((await create(tenant, id, { ...FOR_ADA, expires_at: inSeconds(1) })).status).toBe(201);
    advanceTime(1_000);
    expect((await create(tenant, id, FOR_ADA)).status).toBe(201);
    expectProblem(await create(tenant, id, FOR_ADA), 409, 'review_link_limit');
  });

  it('creates no more than the limit when two are requested at the same time', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant);
    await createMany(tenant, id, MAX_ACTIVE_LINKS - 1);
    const answers = await Promise.all([create(tenant, id, FOR_ADA), create(tenant, id, FOR_ADA)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(stored('ReviewLink')).toHaveLength(MAX_ACTIVE_LINKS);
  });
});

async function createMany(tenant: Tenant, id: string, count: number) {
  const made = [];
  for (let index = 0; index < count; index++) made.push(await newReviewLink(tenant, {}, id));
  return made;
}

describe('GET /content/{id}/review-links', () => {
  it('lists the links with their status, and neither url, token nor hash', async () => {
    const tenant = await newTenant();
    const link = await newReviewLink(tenant);
    advanceTime(1);
    const short = await newReviewLink(tenant, { name: 'Grace', expires_at: inSeconds(60) }, link.content_id);
    advanceTime(1);
    const last = await newReviewLink(tenant, {}, link.content_id);
    await revoke(tenant, last);
    advanceTime(60_000);
    const links = await list(tenant, link.content_id);
    expect(links.map(({ id, status }) => [id, status])).toEqual([
      [link.id, 'active'],
      [short.id, 'expired'],
      [last.id, 'revoked'],
    ]);
    for (const each of links) expect(Object.keys(each).filter((name) => /url|token|hash/.test(name))).toEqual([]);
  });

  it('lists nothing of another item', async () => {
    const tenant = await newTenant();
    await newReviewLink(tenant);
    expect(await list(tenant, (await newContent(tenant)).id)).toEqual([]);
  });
});

describe('DELETE /content/{id}/review-links/{link_id}', () => {
  it('ends the link at once', async () => {
    const tenant = await newTenant();
    const link = await newReviewLink(tenant);
    expect((await revoke(tenant, link)).status).toBe(200);
    expect((await open(link.token)).status).toBe(410);
  });

  it('of a revoked link succeeds, and changes nothing', async () => {
    const tenant = await newTenant();
    const link = await newReviewLink(tenant);
    await revoke(tenant, link);
    const before = storedItems(table);
    advanceTime(1_000);
    expect((await revoke(tenant, link)).status).toBe(200);
    expect(storedItems(table)).toEqual(before);
  });

  it('of a link of another item is 404', async () => {
    const tenant = await newTenant();
    const link = await newReviewLink(tenant);
    const other = { ...link, content_id: (await newContent(tenant)).id };
    expectProblem(await revoke(tenant, other), 404, 'not_found');
  });
});

describe('a review token', () => {
  it('of another tenant with the ids of this one is unknown', async () => {
    const [mine, theirs] = [await newReviewLink(await newTenant()), await newReviewLink(await newTenant())];
    const mixed = mine.token.slice(0, -43) + theirs.token.slice(-43);
    expect((await open(mixed)).status).toBe(404);
  });

  it.each([
    ['nothing', () => ''],
    ['a key separator', (token: string) => `${token.slice(0, 20)}#${token.slice(21)}`],
    ['another item', (token: string) => token.slice(0, 26) + newId('content').slice(4) + token.slice(52)],
    ['a wrong secret', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ])('with %s is unknown', async (_, change) => {
    const { token } = await newReviewLink(await newTenant());
    const answer = await open(change(token));
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('of a deleted item leads to a page that says so', async () => {
    const tenant = await newTenant();
    const { content_id: id, token } = await newReviewLink(tenant);
    await callApi('content.delete', { token: tenant.token, params: { id } });
    const { status, text } = await open(token);
    expect([status, text.includes('The post was deleted')]).toEqual([410, true]);
  });
});
