import { describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/core/api/permission.ts';
import { NOTIFICATION_KINDS } from '../../lib/notifications/rules/kinds.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { act, join, newTeam } from '../functions/given/approvals.ts';
import { failedPost, listed, muteOn, unreadOf } from '../functions/given/notifications.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const kinds = (notifications: Json[]) => notifications.map(({ kind }) => kind);

describe('GET /notifications', () => {
  it('lists a failed post with its item, its platform and its error', async () => {
    const tenant = await newTenant();
    const id = await failedPost(tenant, 'Launch');
    expect(await listed(tenant)).toMatchObject([
      {
        kind: 'post_failed',
        resource_type: 'content',
        resource_id: id,
        title: 'Launch',
        platform: 'twitter',
        reason: 'duplicate_content',
        is_read: false,
      },
    ]);
  });

  it('lists the notifications of the own workspace only', async () => {
    const [tenant, other] = [await newTenant(), await newTenant()];
    await failedPost(tenant);
    expect([await listed(other), await unreadOf(other)]).toEqual([[], 0]);
  });

  it('lists the kinds that the permissions of the token include', async () => {
    const tenant = await newTenant();
    await failedPost(tenant);
    const listedWith = async (permissions: Permission[]) => {
      const token = await newToken(tenant, permissions);
      return kinds(await listed({ ...tenant, token }));
    };
    expect(await listedWith(['content:read'])).toEqual(['post_failed']);
    expect(await listedWith(['accounts:read'])).toEqual([]);
  });

  it('lists a request for approval for those who may decide, and not for the author', async () => {
    const { tenant, author, approver } = await newTeam();
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, id, { note: 'Ready.' });
    await processAllChanges(harness);
    expect(await listed(approver)).toMatchObject([
      { kind: 'approval_requested', resource_id: id, detail: 'Ready.', actor_id: author.id },
    ]);
    expect([await listed(author), await unreadOf(author)]).toEqual([[], 0]);
    expect(await listed(await join(tenant, 'viewer'))).toEqual([]);
  });

  it('leaves out a request for approval of an own item', async () => {
    const { approver, tenant } = await newTeam();
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    await act('submit', { ...tenant, id: tenant.owner.id, email: '' }, id);
    await processAllChanges(harness);
    expect([kinds(await listed(tenant)), await unreadOf(tenant)]).toEqual([[], 0]);
    expect(kinds(await listed(approver))).toEqual(['approval_requested']);
  });

  it.each([
    ['approve', 'approved'],
    ['request-changes', 'changes_requested'],
  ])('lists the decision %s for the author, and for no other member', async (action, reason) => {
    const { tenant, author, approver } = await newTeam();
    const other = await join(tenant, 'editor');
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, id);
    await processAllChanges(harness);
    expect((await act(action, approver, id, { note: 'As discussed.' })).status).toBe(200);
    await processAllChanges(harness);
    const answer = { kind: 'approval_decided', reason, detail: 'As discussed.', actor_id: approver.id };
    expect(await listed(author)).toMatchObject([answer]);
    expect([kinds(await listed(approver)), await listed(other)]).toEqual([['approval_requested'], []]);
  });

  it('continues with a cursor', async () => {
    const tenant = await newTenant();
    for (const title of ['One', 'Two', 'Three']) await failedPost(tenant, title);
    const first = await callApi('notifications.list', { token: tenant.token, query: { limit: '2' } });
    const { next_cursor: cursor, total } = first.json.pagination as Json;
    const rest = await callApi('notifications.list', {
      token: tenant.token,
      query: { limit: '2', cursor: String(cursor) },
    });
    const titles = [first, rest].flatMap(({ json }) => (json.notifications as Json[]).map(({ title }) => title));
    expect([titles, total]).toEqual([['Three', 'Two', 'One'], 3]);
  });
});

describe('PUT /notifications/read', () => {
  it('marks the notifications up to a time as read, for the member alone', async () => {
    const tenant = await newTenant();
    const colleague = await join(tenant, 'editor');
    for (const title of ['One', 'Two', 'Three']) await failedPost(tenant, title);
    const [, second] = await listed(tenant);
    const input = { token: tenant.token, body: { until: second!.created_at } };
    const { status, json } = await callApi('notifications.mark-read', input);
    expect([status, json]).toEqual([
      200,
      { read_until: second!.created_at, unread_count: 1, unread_count_is_capped: false },
    ]);
    expect((await listed(tenant)).map(({ is_read }) => is_read)).toEqual([false, true, true]);
    expect(await unreadOf(colleague)).toBe(3);
  });

  it('never makes a notification unread again', async () => {
    const tenant = await newTenant();
    for (const title of ['One', 'Two']) await failedPost(tenant, title);
    const [newest, oldest] = await listed(tenant);
    for (const { created_at: until } of [newest!, oldest!]) {
      await callApi('notifications.mark-read', { token: tenant.token, body: { until } });
    }
    expect(await unreadOf(tenant)).toBe(0);
  });

  it('leaves later notifications unread, also when the time is in the future', async () => {
    const tenant = await newTenant();
    await failedPost(tenant);
    await callApi('notifications.mark-read', { token: tenant.token, body: { until: inSeconds(86_400) } });
    advanceTime(61_000);
    await failedPost(tenant);
    expect(await unreadOf(tenant)).toBe(1);
  });

  it('rejects a text that is no time with 422', async () => {
    const { token } = await newTenant();
    const body = { until: 'now' };
    expect((await callApi('notifications.mark-read', { token, body })).status).toBe(422);
  });
});

describe('the preferences of notifications', () => {
  it('have every kind in both channels at first', async () => {
    const { token } = await newTenant();
    const { json } = await callApi('notifications.get-preferences', { token });
    const all = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { dashboard: true, email: true }]));
    expect(json).toEqual({ preferences: all });
  });

  it('change only the kinds and channels that a request names', async () => {
    const tenant = await newTenant();
    await muteOn(tenant, 'post_failed', { email: false });
    await muteOn(tenant, 'token_expires', { dashboard: false });
    const { json } = await callApi('notifications.get-preferences', { token: tenant.token });
    expect(json.preferences).toMatchObject({
      post_failed: { dashboard: true, email: false },
      token_expires: { dashboard: false, email: true },
      webhook_disabled: { dashboard: true, email: true },
    });
  });

  it('leave a muted kind out of the list and of the unread count, for the member alone', async () => {
    const tenant = await newTenant();
    const colleague = await join(tenant, 'editor');
    await failedPost(tenant);
    await muteOn(tenant, 'post_failed', { dashboard: false });
    expect([await listed(tenant), await unreadOf(tenant)]).toEqual([[], 0]);
    expect([kinds(await listed(colleague)), await unreadOf(colleague)]).toEqual([['post_failed'], 1]);
  });

  it('reject an unknown kind with 422', async () => {
    const { token } = await newTenant();
    const body = { preferences: { post_published: { email: false } } };
    expect((await callApi('notifications.update-preferences', { token, body })).status).toBe(422);
  });

  it('are deleted after their member was removed', async () => {
    const tenant = await newTenant();
    const colleague = await join(tenant, 'editor');
    await muteOn(colleague, 'post_failed', { email: false });
    await processAllChanges(harness);
    await callApi('team.remove-member', { token: tenant.token, params: { id: colleague.id } });
    await processAllChanges(harness);
    expect(harness.table.items().filter(({ entity }) => entity === 'NotificationSettings')).toEqual([]);
  });
});
