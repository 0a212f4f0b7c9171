import { describe, expect, it } from 'vitest';
import { COMMENT_RETENTION_DAYS } from '../../lib/content/rules/review/review-comment.ts';
import type { Role } from '../../lib/core/api/permission.ts';
import { callApi, inSeconds, type Json, START, storedItems, type TestResponse } from '../functions/api-harness.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent, newMember, setWorkspace } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

type Action = 'submit' | 'approve' | 'request-changes' | 'withdraw';
type Caller = { token: string };

const act = (caller: Caller, action: Action, id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token: caller.token, params: { id }, body });
const read = async (caller: Caller, id: string) =>
  (await callApi('content.get', { token: caller.token, params: { id } })).json;
const update = (caller: Caller, id: string, body: Json) =>
  callApi('content.update', { token: caller.token, params: { id }, body });
const put = (caller: Caller, body: Json) => callApi('workspace.update', { token: caller.token, body });

function expectProblem(answer: TestResponse, status: number, code: string): void {
  expect([answer.status, answer.json.code], answer.text).toEqual([status, code]);
}

/** A workspace whose owner writes an item, and a member who may approve it. */
async function arranged(fields: Json = {}): Promise<{ author: Tenant; reviewer: Caller & { id: string }; id: string }> {
  const author = await newTenant();
  const reviewer = await newMember(author, 'approver');
  const { id } = await newContent(author, fields);
  return { author, reviewer, id };
}

async function submitted(fields: Json = {}) {
  const made = await arranged(fields);
  const answer = await act(made.author, 'submit', made.id, { note: 'Ready' });
  expect(answer.status, answer.text).toBe(200);
  return { ...made, hash: (answer.json.approval as Json).content_hash as string };
}

async function events(): Promise<{ type: string; data: Json }[]> {
  await processAllChanges(harness);
  const all = storedRecords<{ type: string; data: string }>(harness, 'Event');
  return all
    .filter(({ type }) => type.startsWith('approval.'))
    .map(({ type, data }) => ({ type, data: JSON.parse(data) as Json }));
}

describe('POST /content/{id}/submit', () => {
  it('asks for an approval of the present content, with who asked, when and why', async () => {
    const { author, id } = await submitted();
    expect(await read(author, id)).toMatchObject({
      status: 'pending_approval',
      approval: {
        status: 'pending_approval',
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        requested_by: author.owner.id,
        requested_at: START,
        decided_by: null,
        decided_at: null,
        note: 'Ready',
      },
    });
  });

  it('shows in the list of items, filtered or not, with null for one never submitted', async () => {
    const { author, id } = await submitted({ scheduled_at: inSeconds(3600) });
    const other = await newContent(author);
    const { data } = (await callApi('content.list', { token: author.token })).json as { data: Json[] };
    expect(Object.fromEntries(data.map((item) => [item.id, [item.status, item.approval_status]]))).toEqual({
      [id]: ['scheduled', 'pending_approval'],
      [other.id]: ['draft', null],
    });
    const filtered = await callApi('content.list', { token: author.token, query: { status: 'scheduled' } });
    expect(filtered.json.data).toMatchObject([{ id, approval_status: 'pending_approval' }]);
  });

  it('causes the event approval.requested with the item', async () => {
    const { author, id } = await submitted();
    expect(await events()).toEqual([
      {
        type: 'approval.requested',
        data: expect.objectContaining({ id, approval: (await read(author, id)).approval }),
      },
    ]);
  });

  it('is rejected with 409 while an approval is pending', async () => {
    const { author, id } = await submitted();
    expectProblem(await act(author, 'submit', id), 409, 'invalid_state_transition');
  });

  it('is rejected with 409 for a published item', async () => {
    const { author, id } = await arranged({ platforms: ['twitter'], scheduled_at: inSeconds(0) });
    await publishTo(author, id, 'twitter', PUBLISHED);
    expectProblem(await act(author, 'submit', id), 409, 'invalid_state_transition');
  });
});

describe('POST /content/{id}/approve', () => {
  it('approves the item, and causes approval.granted', async () => {
    const { reviewer, id, hash } = await submitted();
    const answer = await act(reviewer, 'approve', id, { note: 'Good', content_hash: hash });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json).toMatchObject({
      status: 'approved',
      approval: { status: 'approved', content_hash: hash, decided_by: reviewer.id, decided_at: START, note: 'Good' },
    });
    expect((await events()).map(({ type }) => type)).toEqual(['approval.granted']);
  });

  it('is rejected with 409 for content that the reviewer has not seen, and changes nothing', async () => {
    const { author, reviewer, id, hash } = await submitted();
    await update(author, id, { description: 'Another text' });
    await act(author, 'submit', id);
    const before = storedItems(harness.table);
    const answer = await act(reviewer, 'approve', id, { content_hash: hash });
    expectProblem(answer, 409, 'content_changed');
    expect(answer.json.content_hash).toBe(((await read(author, id)).approval as Json).content_hash);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('is rejected with 422 for a hash of another form', async () => {
    const { reviewer, id } = await submitted();
    const { status, json } = await act(reviewer, 'approve', id, { content_hash: 'abc' });
    expect([status, (json.errors as Json[])[0]?.pointer]).toEqual([422, '/content_hash']);
  });

  it('is rejected with 403 for its author, unless the workspace allows it', async () => {
    const { author, id } = await submitted();
    expectProblem(await act(author, 'approve', id), 403, 'approval_not_permitted');
    await setWorkspace(author, { authors_may_approve: true });
    expect((await act(author, 'approve', id)).status).toBe(200);
  });

  it('is rejected with 403 for the member who edited the item last', async () => {
    const { author, id } = await arranged();
    const admin = await newMember(author, 'admin');
    expect((await update(admin, id, { description: 'By the admin' })).status).toBe(200);
    await act(author, 'submit', id);
    expectProblem(await act(admin, 'approve', id), 403, 'approval_not_permitted');
  });

  it('is rejected with 403 for a member whose edit another member followed with a small one', async () => {
    const { author, id } = await arranged();
    const [admin, editor] = [await newMember(author, 'admin'), await newMember(author, 'editor')];
    expect((await update(admin, id, { description: 'All of it is new' })).status).toBe(200);
    expect((await update(editor, id, { title: 'One more letter' })).status).toBe(200);
    expect((await act(editor, 'submit', id)).status).toBe(200);
    expectProblem(await act(admin, 'approve', id), 403, 'approval_not_permitted');
  });

  it('lets a member decide about a later edit of what another member has approved', async () => {
    const { author, reviewer, id } = await arranged();
    const [admin, editor] = [await newMember(author, 'admin'), await newMember(author, 'editor')];
    expect((await update(admin, id, { title: 'Of the admin' })).status).toBe(200);
    expect((await act(author, 'submit', id)).status).toBe(200);
    expect((await act(reviewer, 'approve', id)).status).toBe(200);
    expect((await update(editor, id, { title: 'Of the editor' })).status).toBe(200);
    expect((await act(editor, 'submit', id)).status).toBe(200);
    expect((await act(admin, 'approve', id)).status).toBe(200);
  });

  it('is rejected with 403 for a role that the settings do not name', async () => {
    const { author, reviewer, id } = await submitted();
    await setWorkspace(author, { approver_roles: ['admin'] });
    expectProblem(await act(reviewer, 'approve', id), 403, 'approval_not_permitted');
  });

  it.each<Role>(['editor', 'content_manager', 'viewer'])('is rejected with 403 for the role %s', async (role) => {
    const { author, id } = await submitted();
    expectProblem(await act(await newMember(author, role), 'approve', id), 403, 'insufficient_scope');
  });
});

describe('POST /content/{id}/request-changes', () => {
  it('returns the item to its author with a note, and causes approval.rejected', async () => {
    const { reviewer, id } = await submitted();
    const answer = await act(reviewer, 'request-changes', id, { note: 'Name the source' });
    expect(answer.json).toMatchObject({ status: 'changes_requested', approval: { note: 'Name the source' } });
    expect((await events()).map(({ type }) => type)).toEqual(['approval.rejected']);
  });

  it('revokes an approval', async () => {
    const { reviewer, id } = await submitted();
    await act(reviewer, 'approve', id);
    expect((await act(reviewer, 'request-changes', id)).json.status).toBe('changes_requested');
  });

  it('is rejected with 409 for an item that was not submitted', async () => {
    const { reviewer, id } = await arranged();
    expectProblem(await act(reviewer, 'request-changes', id), 409, 'invalid_state_transition');
  });
});

describe('POST /content/{id}/withdraw', () => {
  it('makes an approved item a draft again', async () => {
    const { author, reviewer, id } = await submitted();
    await act(reviewer, 'approve', id);
    const { json } = await act(author, 'withdraw', id);
    expect(json).toMatchObject({ status: 'draft', approval: { status: 'not_submitted', decided_by: author.owner.id } });
  });
});

describe('PUT /content/{id} of an approved item', () => {
  const changes = {
    title: 'New',
    description: 'New',
    platforms: ['twitter'],
    platform_options: { twitter: { text: 'New' } },
  };

  it.each(Object.entries(changes))('revokes the approval with another %s, in the same write', async (name, value) => {
    const { author, reviewer, id } = await submitted();
    await act(reviewer, 'approve', id);
    harness.table.forgetChanges();
    const answer = await update(author, id, { [name]: value });
    expect(answer.json).toMatchObject({ status: 'draft', approval: { status: 'not_submitted' }, [name]: value });
    const writes = harness.table.changes().filter(({ after }) => after?.entity === 'Content');
    expect(writes).toHaveLength(1);
  });

  it('keeps the approval with another time', async () => {
    const { author, reviewer, id } = await submitted({ scheduled_at: inSeconds(3600) });
    await act(reviewer, 'approve', id);
    const { json } = await update(author, id, { scheduled_at: inSeconds(7200) });
    expect(json).toMatchObject({ status: 'scheduled', approval: { status: 'approved' } });
  });

  it('keeps the approval while the item is scheduled and unscheduled', async () => {
    const { author, reviewer, id } = await submitted();
    await act(reviewer, 'approve', id);
    expect((await update(author, id, { scheduled_at: inSeconds(60) })).json.status).toBe('scheduled');
    expect((await update(author, id, { status: 'draft' })).json.status).toBe('approved');
  });
});

describe('with a required approval', () => {
  it('publish-now of an item without one is rejected with 409, and changes nothing', async () => {
    const { author, id } = await submitted();
    await setWorkspace(author, { approval: 'required' });
    const before = storedItems(harness.table);
    const answer = await update(author, id, { status: 'published' });
    expectProblem(answer, 409, 'approval_required');
    expect(answer.json.current).toBe('pending_approval');
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('publish-now together with an edit of an approved item is rejected with 409', async () => {
    const { author, reviewer, id } = await submitted();
    await act(reviewer, 'approve', id);
    await setWorkspace(author, { approval: 'required' });
    expectProblem(await update(author, id, { title: 'New', status: 'published' }), 409, 'approval_required');
    expect((await read(author, id)).status).toBe('approved');
  });

  it('a retry of an item without one is rejected with 409', async () => {
    const { author, id } = await arranged({ platforms: ['twitter'], scheduled_at: inSeconds(0) });
    await publishTo(author, id, 'twitter', REJECTED);
    await setWorkspace(author, { approval: 'required' });
    const answer = await callApi('content.retry', { token: author.token, params: { id } });
    expectProblem(answer, 409, 'approval_required');
  });
});

describe('/workspace', () => {
  it('has the default settings until they are changed', async () => {
    const { token, workspace } = await newTenant();
    expect((await callApi('workspace.get', { token })).json).toEqual({
      id: workspace.id,
      name: workspace.name,
      plan: 'enterprise',
      ...{ approval: 'none', duplicate_guard_hours: 24 },
      approver_roles: ['owner', 'admin', 'approver'],
      approval_method: 'session',
      authors_may_approve: false,
      time_zone: 'UTC',
      media_storage: { used_bytes: 0, quota_bytes: 107_374_182_400 },
    });
  });

  it('keeps the fields that a PUT omits', async () => {
    const tenant = await newTenant();
    await put(tenant, { approver_roles: ['approver'] });
    expect((await put(tenant, { approval: 'required' })).json).toMatchObject({
      approval: 'required',
      approver_roles: ['approver'],
    });
  });

  it.each([
    ['/approval', { approval: 'sometimes' }],
    ['/approver_roles', { approver_roles: [] }],
    ['/approver_roles', { approver_roles: ['owner', 'owner'] }],
    ['/approver_roles/0', { approver_roles: ['editor'] }],
    ['/authors_may_approve', { authors_may_approve: 'yes' }],
  ])('rejects a wrong %s with 422, and stores nothing', async (pointer, body) => {
    const tenant = await newTenant();
    const { status, json } = await put(tenant, body);
    expect([status, (json.errors as Json[])[0]?.pointer]).toEqual([422, pointer]);
    expect(storedRecords(harness, 'WorkspaceSettings')).toEqual([]);
  });

  it.each([{ approval: 'none' }, { authors_may_approve: true }, { approver_roles: ['admin'] }])(
    'rejects %o of a caller without content:approve with 403 while approvals are required, and stores nothing',
    async (body) => {
      const tenant = await newTenant();
      const manager = await newMember(tenant, 'admin', ['team:write', 'team:read']);
      expect((await put(manager, { approval: 'required' })).status).toBe(200);
      const stored = storedRecords(harness, 'WorkspaceSettings');
      const { status, json } = await put(manager, body);
      expect([status, json.code]).toEqual([403, 'approval_not_permitted']);
      expect(storedRecords(harness, 'WorkspaceSettings')).toEqual(stored);
      expect((await put(tenant, body)).status).toBe(200);
    },
  );

  it('loses none of two concurrent changes of different fields', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all([
      put(tenant, { approval: 'required' }),
      put(tenant, { authors_may_approve: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { json } = await callApi('workspace.get', { token: tenant.token });
    expect(json).toMatchObject({ approval: 'required', authors_may_approve: true });
  });
});

describe('review comments', () => {
  const comment = (caller: Caller, id: string, body: unknown) =>
    callApi('content.create-comment', { token: caller.token, params: { id }, body: { body } });
  const list = async (caller: Caller, id: string) =>
    (await callApi('content.list-comments', { token: caller.token, params: { id } })).json.comments as Json[];
  const remove = (caller: Caller, id: string, commentId: unknown) =>
    callApi('content.delete-comment', { token: caller.token, params: { id, comment_id: String(commentId) } });

  it('are listed oldest first, with their authors', async () => {
    const { author, reviewer, id } = await arranged();
    const first = await comment(author, id, 'First');
    const second = await comment(reviewer, id, 'Second');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json).toEqual({
      id: expect.stringMatching(/^cmt_/),
      content_id: id,
      author_id: author.owner.id,
      author_name: null,
      agent: null,
      body: 'First',
      created_at: START,
    });
    const listed = await list(author, id);
    expect(listed.map(({ body }) => body).sort()).toEqual(['First', 'Second']);
    expect(listed.map(({ author_id }) => author_id).sort()).toEqual([author.owner.id, reviewer.id].sort());
  });

  it.each([
    ['', '/body'],
    ['x'.repeat(2001), '/body'],
    [null, '/body'],
  ])('are rejected with 422 for a wrong text', async (body, pointer) => {
    const { author, id } = await arranged();
    const { status, json } = await comment(author, id, body);
    expect([status, (json.errors as Json[])[0]?.pointer]).toEqual([422, pointer]);
  });

  it('can be deleted by their author and by an admin, and by no other member', async () => {
    const { author, reviewer, id } = await arranged();
    const [one, two] = [await comment(reviewer, id, 'One'), await comment(reviewer, id, 'Two')];
    expectProblem(await remove(await newMember(author, 'editor'), id, one.json.id), 403, 'other_users_comment');
    expect((await remove(reviewer, id, one.json.id)).status).toBe(200);
    expect((await remove(await newMember(author, 'admin'), id, two.json.id)).status).toBe(200);
    expect(await list(author, id)).toEqual([]);
  });

  it('are found only with their own item', async () => {
    const { author, id } = await arranged();
    const { json } = await comment(author, id, 'One');
    expectProblem(await remove(author, (await newContent(author)).id, json.id), 404, 'not_found');
    expectProblem(await comment(author, newId('content'), 'One'), 404, 'not_found');
    expect(await list(author, id)).toHaveLength(1);
  });

  it(`expire after ${COMMENT_RETENTION_DAYS} days`, async () => {
    const { author, id } = await arranged();
    await comment(author, id, 'One');
    const [item] = harness.table.items().filter(({ entity }) => entity === 'ReviewComment');
    expect(item?.expires_at_seconds).toBe(Date.parse(START) / 1000 + COMMENT_RETENTION_DAYS * 86_400);
  });

  it('are in the audit log without their text', async () => {
    const { author, id } = await arranged();
    await comment(author, id, 'A remark about a person');
    await processAllChanges(harness);
    const entries = JSON.stringify(storedRecords(harness, 'AuditEntry'));
    expect(entries).toContain('review_comment');
    expect(entries).not.toContain('A remark about a person');
  });
});
