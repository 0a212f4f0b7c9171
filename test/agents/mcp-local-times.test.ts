import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { callApi, inSeconds, type Json, setupApi } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

setupApi();

const ZONE = 'America/New_York';
/** A week after the start of the test, on the clock of New York. */
const LOCAL = { local: '2026-08-10T06:00', time_zone: ZONE };

async function setup() {
  const tenant = await newTenant();
  await setWorkspace(tenant, { time_zone: ZONE });
  const { token } = await newAgent(tenant);
  return { tenant, token };
}

/** Store posts that performed well on Mondays at 10:00 UTC, which is 06:00 in New York, and others in the evening. */
async function goodMondays({ workspace }: Tenant): Promise<void> {
  for (const [count, seconds, likes] of [
    [5, 0, 60],
    [20, 8 * 3600, 20],
  ] as const) {
    for (let week = 1; week <= count; week++) {
      const published_at = inSeconds(seconds - week * 7 * 86_400);
      const id = makeId('entry', Date.parse(published_at), randomBytes(10));
      const metrics = { totals: { ...NO_METRICS, impressions: 1000, likes }, measured_at: inSeconds(0), due_at: null };
      const post = { platform: 'twitter' as const, account_id: null, platform_post_id: '1', published_at };
      const ids = { id, workspace_id: workspace.id, content_id: newId('content') };
      await commit([postMetricsWrite(null, { ...ids, ...post, ...metrics, hashtags: [], version: 0 })]);
    }
  }
}

describe('an agent', () => {
  it('is proposed times on the clock of the workspace, with which a person can schedule the post', async () => {
    const { tenant, token } = await setup();
    await goodMondays(tenant);
    const { value } = await callTool(token, 'propose_time');
    expect(value).toMatchObject({ zone: ZONE, enough_data: true });
    expect((value.proposals as Json[])[0]).toMatchObject({
      at: '2026-08-10T10:00:00.000Z',
      weekday: 'monday',
      local: LOCAL,
    });
    const { scheduled_at, scheduled_local } = await newContent(tenant, { scheduled_at: LOCAL });
    expect([scheduled_at, scheduled_local]).toEqual(['2026-08-10T10:00:00.000Z', LOCAL]);
  });

  it('is proposed times in a zone that it names', async () => {
    const { tenant, token } = await setup();
    await goodMondays(tenant);
    const { value } = await callTool(token, 'propose_time', { zone: 'Europe/Berlin' });
    const local = { local: '2026-08-10T12:00', time_zone: 'Europe/Berlin' };
    expect((value.proposals as Json[])[0]).toMatchObject({ at: '2026-08-10T10:00:00.000Z', local });
  });

  it('reads the local time of a post, and the zone of the workspace', async () => {
    const { tenant, token } = await setup();
    const { id: post_id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: LOCAL });
    const post = (await callTool(token, 'read_post', { post_id })).value;
    expect(post).toMatchObject({ post: { scheduled_local: LOCAL }, targets: [{ scheduled_local: LOCAL }] });
    const found = (await callTool(token, 'find_posts')).value;
    expect(found.posts).toMatchObject([{ scheduled_local: LOCAL }]);
    expect((await callTool(token, 'propose_time')).value.scheduled).toMatchObject([{ scheduled_local: LOCAL }]);
    expect((await callTool(token, 'read_rules')).value.workspace).toMatchObject({ time_zone: ZONE });
  });

  it('schedules nothing by a local time either', async () => {
    const { tenant, token } = await setup();
    const body = { title: 'A title', platforms: ['twitter'], scheduled_at: LOCAL };
    const answer = await callApi('content.create', { token, body });
    expect([answer.status, answer.json.code]).toEqual([403, 'agent_not_permitted']);
    expect((await callApi('content.list', { token: tenant.token })).json.data).toEqual([]);
  });
});
