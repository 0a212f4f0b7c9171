import { describe, expect, it } from 'vitest';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { newEntry, type ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { isPostClaimConflict, postClaimWrites } from '../../lib/content/store/post-claims.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { sendKeyFor } from '../../lib/publishing/steps/reconcile-entry.ts';
import { callApi, inSeconds, setupApi } from '../functions/api-harness.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';

/** Which post belongs to which part of a thread. */

setupApi();
simulatePlatforms();

function entryWith(...ids: string[]): ScheduleEntry {
  const fresh = newEntry({
    ...{ id: newId('entry'), workspaceId: newId('workspace'), contentId: newId('content'), groupId: newId('group') },
    ...{ platform: 'twitter', scheduledAt: inSeconds(0), unconfirmed_send: null, createdAt: inSeconds(0) },
  });
  const parts = ids.map((platform_post_id) => ({ platform_post_id, url: null, published_at: inSeconds(0) }));
  return { ...fresh, platform_post_id: ids[0] ?? null, parts };
}

const CONTENT = newContent(
  {
    title: 'One',
    platforms: ['twitter'],
    thread: [
      { text: 'Two', media: [] },
      { text: 'Three', media: [] },
    ],
  },
  { id: newId('content'), workspaceId: newId('workspace'), userId: newId('user') },
  Date.now(),
);

describe('the posts of a thread', () => {
  it('are claimed one by one, and an id of an earlier part is a conflict', async () => {
    await commit(postClaimWrites(CONTENT, entryWith(), entryWith('1')));
    await commit(postClaimWrites(CONTENT, entryWith('1'), entryWith('1', '2')));
    const error = await commit(postClaimWrites(CONTENT, entryWith('1', '2'), entryWith('1', '2', '1'))).catch(
      (thrown) => thrown,
    );
    expect(isPostClaimConflict(error)).toBe(true);
  });

  it('that one request publishes have another key than those of a thread with another part', () => {
    const key = (...texts: string[]) => {
      const following = texts.map((text) => ({ kind: 'reply' as const, text, media: [] }));
      return sendKeyFor('bluesky', { externalId: 'did:plc:a', accessToken: '' }, { text: 'One', following });
    };
    expect(key('Two')).not.toBe(key('Two', 'Three'));
    expect(key('Two')).toBe(key(' Two '));
    expect(key()).toBe(sendKeyFor('bluesky', { externalId: 'did:plc:a', accessToken: '' }, { text: 'One' }));
  });
});

describe('a thread of an account that is no sandbox', () => {
  it('has a warning for a sandbox marker in any of its parts', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const body = { title: 'One', platforms: ['twitter'], thread: [{ text: 'Two [[duplicate]]' }] };
    const { json } = await callApi('content.validate', { token: tenant.token, body });
    expect(json.warnings).toMatchObject([{ code: 'sandbox_marker', platform: 'twitter' }]);
  });
});
