import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import {
  accountWrite,
  deleteAccountWrite,
  listDueAccountKeys,
  loadAccount,
  loadDueAccounts,
} from '../../../lib/accounts/store/accounts.ts';
import { listDuePostMetricsKeys, loadPostMetrics } from '../../../lib/analytics/store/post-metrics.ts';
import type { EntityName } from '../../../lib/app/table/entity-table.ts';
import {
  CONTENT_STATUSES,
  type Content,
  type ContentState,
  type ContentStatus,
} from '../../../lib/content/rules/content.ts';
import { deleteContentWrites } from '../../../lib/content/store/content-deletion.ts';
import { contentWrites, listContent, loadContent } from '../../../lib/content/store/contents.ts';
import { listDueEntries, listEntries, loadEntries } from '../../../lib/content/store/schedule-entries.ts';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import { query } from '../../../lib/core/table/read.ts';
import type { Item } from '../../../lib/core/table/schema.ts';
import { MAX_READ_SCHEMA_VERSION, UnsupportedSchemaError } from '../../../lib/core/table/schema-version.ts';
import { type Invitation, resendInvitation } from '../../../lib/identity/rules/invitation.ts';
import {
  invitationWrite,
  listInvitations,
  loadInvitation,
  resendWrites,
} from '../../../lib/identity/store/invitations.ts';
import { deleteMemberWrites, loadMember, memberWrite } from '../../../lib/identity/store/members.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/platform.ts';
import { NOW_MS, of, one, openStoredItems, PAGE, workspaceId } from './stored-items.ts';

let stop: () => Promise<void>;
const put = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

beforeAll(async () => {
  stop = await openStoredItems();
});

afterAll(() => stop());

describe('a versioned item', () => {
  const id = `usr_${'8'.repeat(26)}`;

  it('is changed only by a writer that read its current version', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit([memberWrite(before, { ...before, name: 'First' })]);
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(ConflictError);
    expect(await loadMember(workspaceId, id)).toEqual({ ...before, name: 'First', version: 1 });
  });

  it('is not restored by a writer that read it before its deletion', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit(deleteMemberWrites(before));
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(ConflictError);
    expect(await loadMember(workspaceId, id)).toBeNull();
  });

  it('an account is found by its id, by its due refresh, and replaced only once', async () => {
    const before = (await loadAccount(workspaceId, one<Account>('Account').id))!;
    expect(before).toEqual(one('Account'));
    expect(await loadDueAccounts(await listDueAccountKeys('9999', 10))).toEqual({ records: [before], skipped: 0 });
    await commit([accountWrite(before, { ...before, external_id: '2' })]);
    const late = commit([accountWrite(before, { ...before, external_id: '3' })]);
    await expect(late).rejects.toThrow(ConflictError);
    await expect(commit([deleteAccountWrite(before)])).rejects.toThrow(ConflictError);
  });

  it('an invitation is resent only once, and listed by its status', async () => {
    const { id, expires_at } = one<Invitation>('Invitation');
    const before = (await loadInvitation(workspaceId, id))!;
    const nowMs = Date.parse(expires_at) - 1000;
    const sent = async () => (await listInvitations(workspaceId, 'sent', PAGE, nowMs)).records;
    expect(await sent()).toEqual([before]);
    await commit(resendWrites(before, resendInvitation(before, 'usr_1', 'pending', nowMs), nowMs));
    const after = (await loadInvitation(workspaceId, id))!;
    expect([after.send_count, after.mail, after.version]).toEqual([2, 'pending', 1]);
    expect(await sent()).toEqual([after]);
    const late = commit([invitationWrite(before, { ...before, status: 'revoked' })]);
    await expect(late).rejects.toThrow(ConflictError);
  });
});

describe('a content item on several platforms', () => {
  const found = async (filter: Parameters<typeof listContent>[1]) => {
    const { records, total } = await listContent(tenant, filter, PAGE);
    return [records.map(({ id }) => id), total.count];
  };
  const tenant = `ws_${'6'.repeat(26)}`;
  const id = `cnt_${'6'.repeat(26)}`;
  const state = (platforms: Platform[], status: ContentStatus, version: number): ContentState => ({
    content: { ...one<Content>('Content'), workspace_id: tenant, id, platforms, status, version },
    entries: [],
  });
  // Each state of the item follows from the previous one.
  const STATES = [
    state(['twitter', 'linkedin', 'instagram'], 'draft', 0),
    state(['twitter', 'linkedin', 'instagram'], 'scheduled', 1),
    state(['linkedin', 'twitter'], 'scheduled', 2),
    state(['instagram'], 'published', 3),
  ];

  it('is listed and counted under its status and each of its platforms, and nowhere else', async () => {
    for (const [index, next] of STATES.entries()) {
      await commit(contentWrites(STATES[index - 1] ?? null, next));
      const { platforms, status } = next.content;
      expect(await found({})).toEqual([[id], 1]);
      for (const each of CONTENT_STATUSES) {
        expect(await found({ status: each }), each).toEqual(each === status ? [[id], 1] : [[], 0]);
      }
      for (const platform of PLATFORMS) {
        const expected = platforms.includes(platform) ? [[id], 1] : [[], 0];
        expect(await found({ platform }), platform).toEqual(expected);
        expect(await found({ platform, status }), platform).toEqual(expected);
        expect(await found({ platform, status: 'failed' }), platform).toEqual([[], 0]);
      }
    }
  });

  it('leaves no index item when it is deleted', async () => {
    const last = STATES.at(-1)!;
    await commit(deleteContentWrites(last, last));
    expect(await found({})).toEqual([[], 0]);
    const left = await query({ pk: `WS#${tenant}#CONTENTPLATFORM` });
    expect(left).toEqual([]);
  });
});

describe('an item of a newer schema', () => {
  const newer = (entity: EntityName, changes: Item): Item => ({
    ...of(entity)[0]!,
    schema: MAX_READ_SCHEMA_VERSION + 1,
    ...changes,
  });
  const contentId = `cnt_${'7'.repeat(26)}`;
  const entryId = `scd_${'7'.repeat(26)}`;

  beforeAll(async () => {
    await put(newer('Content', { id: contentId, sk: contentId, list_sk: contentId }));
    const { scheduled_at } = of('ScheduleEntry')[0]!;
    const position = `${scheduled_at}#${entryId}`;
    await put(newer('ScheduleEntry', { id: entryId, sk: entryId, list_sk: position }));
    await put(newer('PostMetrics', { id: entryId, sk: entryId }));
  });

  it('read individually is an error that names the schema', async () => {
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(UnsupportedSchemaError);
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(
      `schema ${MAX_READ_SCHEMA_VERSION + 1}; this version reads up to ${MAX_READ_SCHEMA_VERSION}`,
    );
  });

  it('is omitted from lists, which state how many are omitted', async () => {
    const items = await listContent(workspaceId, {}, PAGE);
    expect(items.records.map(({ id }) => id)).toEqual([one('Content').id]);
    expect(items.skipped).toBe(1);
    const entries = await listEntries(workspaceId, { status: 'pending' }, PAGE);
    expect(entries.records.map(({ id }) => id)).toEqual([one('ScheduleEntry').id]);
    expect(entries.skipped).toBe(1);
    // The unfinished entries of an item are named by its targets; only the others are searched.
    const ofContent = { content_id: String(one('Content').id), status: 'cancelled' } as const;
    expect(await listEntries(workspaceId, ofContent, PAGE)).toMatchObject({ skipped: 1 });
  });

  it('does not prevent workers of many items from processing the others', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    const entries = await loadEntries(await listDueEntries(before, 10));
    expect(entries.records.map(({ id }) => id)).toEqual([one('ScheduleEntry').id]);
    expect(entries.skipped).toBe(1);
    const measurements = await loadPostMetrics(await listDuePostMetricsKeys(before, 10));
    expect(measurements.records.map(({ id }) => id)).toEqual([one('PostMetrics').id]);
    expect(measurements.skipped).toBe(1);
  });
});
