import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MAX_POSTS } from '../../lib/analytics/rules/best-times.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { callApi, inSeconds, setupApi } from '../functions/api-harness.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

setupApi();

const DAY = 86_400;
const WEEK = 7 * DAY;
const bestTimes = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('analytics.best-times', { token: tenant.token, query });

/** A post published this many seconds from now, at once, with this many likes of 1,000 views. */
function posted(tenant: Tenant, seconds: number, likes: number, platform: Platform) {
  const published_at = inSeconds(seconds);
  return postMetricsWrite(null, {
    id: makeId('entry', Date.parse(published_at), randomBytes(10)),
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform,
    account_id: null,
    platform_post_id: '1',
    published_at,
    hashtags: [],
    totals: { ...NO_METRICS, impressions: 1000, likes },
    measured_at: inSeconds(0),
    due_at: null,
    version: 0,
  });
}

/** Build posts, a week apart, at the weekday and hour of `seconds` from now; with this many likes of 1,000 views. */
async function posts(
  tenant: Tenant,
  count: number,
  seconds: number,
  likes: number,
  platform: Platform = 'twitter',
): Promise<void> {
  for (let week = 1; week <= count; week++) {
    await commit([posted(tenant, seconds - week * WEEK, likes, platform)]);
  }
}

describe('GET /analytics/best-times', () => {
  describe('200', () => {
    it('states that the data is insufficient when there is none', async () => {
      const { json } = await bestTimes(await newTenant());
      expect(json).toMatchObject({ zone: 'UTC', posts: 0, overall_rate: null, enough_data: false, best: [] });
      expect(json.hours).toHaveLength(168);
    });

    it('ranks the hours in which the posts of the workspace performed well, with the number of posts', async () => {
      const tenant = await newTenant();
      // The clock is at Monday, 10:00.
      await posts(tenant, 5, 0, 60);
      await posts(tenant, 20, 8 * 3600, 20);
      const { json } = await bestTimes(tenant);
      expect(json).toMatchObject({ posts: 25, overall_rate: 2, enough_data: true, prior_posts: 5 });
      expect(json.best).toEqual([{ weekday: 'monday', hour: 10, posts: 5, median_rate: 6, expected_rate: 4 }]);
    });

    it('uses the requested time zone', async () => {
      const tenant = await newTenant();
      await posts(tenant, 5, 0, 60);
      await posts(tenant, 20, 8 * 3600, 20);
      const { json } = await bestTimes(tenant, { zone: 'Australia/Sydney' });
      expect(json).toMatchObject({ zone: 'Australia/Sydney', best: [{ weekday: 'monday', hour: 20 }] });
    });

    it('of one platform counts the posts there', async () => {
      const tenant = await newTenant();
      await posts(tenant, 3, 0, 60);
      await posts(tenant, 4, 0, 60, 'linkedin');
      expect((await bestTimes(tenant, { platform: 'linkedin' })).json.posts).toBe(4);
      expect((await bestTimes(tenant)).json.posts).toBe(7);
    });

    it('finds the posts of one platform behind as many of another', async () => {
      const tenant = await newTenant();
      await posts(tenant, 4, 0, 60, 'linkedin');
      for (let at = 0; at < MAX_POSTS; at++) {
        await commit([posted(tenant, -2 * DAY - at, 10, 'twitter')]);
      }
      expect((await bestTimes(tenant, { platform: 'linkedin' })).json.posts).toBe(4);
    });

    it('finds the posts before a day on which more were published than are read', async () => {
      const tenant = await newTenant();
      await posts(tenant, 4, 0, 60);
      for (let at = 0; at < MAX_POSTS; at++) await commit([posted(tenant, -at, 10, 'twitter')]);
      await commit([posted(tenant, -DAY, 10, 'twitter')]);
      expect((await bestTimes(tenant)).json.posts).toBe(5);
    });

    it('contains nothing from the posts of another workspace', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      await posts(other, 3, 0, 60);
      expect((await bestTimes(tenant)).json.posts).toBe(0);
    });
  });

  describe('400', () => {
    it.each([
      [{ zone: 'Mars/Olympus' }, 'zone'],
      [{ zone: '+02:00' }, 'zone'],
      [{ zone: '' }, 'zone'],
      [{ zone: 'x'.repeat(2000) }, 'zone'],
      [{ platform: 'myspace' }, 'platform'],
      [{ period: '7d' }, 'period'],
    ])('rejects %j, naming the parameter %s', async (query, pointer) => {
      const answer = await bestTimes(await newTenant(), query as Record<string, string>);
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
    });
  });
});
