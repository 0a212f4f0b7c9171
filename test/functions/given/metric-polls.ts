import { expect } from 'vitest';
import { handler } from '../../../functions/on-metric-poll-queued.ts';
import { handler as collect } from '../../../functions/on-metric-polls-due.ts';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import type { DetailedPlatform as Platform } from '../../platforms/fixtures.ts';
import { inSeconds, type Json } from '../api-harness.ts';
import { readAdditions } from '../bucket-reader.ts';
import { accountOn, connect, setMetrics } from '../simulated.ts';
import { newId, newTenant, type Tenant } from '../tenants.ts';
import { currentHarness, METRICS_POLL_QUEUE, type SentMessage, sqsEvent, storedRecords } from '../worker-harness.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** List the stored metrics of posts. */
export const measurements = () => storedRecords<PostMetrics>(currentHarness(), 'PostMetrics');

/** List what was added to the sums. */
export const additions = () => readAdditions(currentHarness().table.changes());

/** A connected tenant, whose posts are polled at every interval. */
export async function tenantOn(platform: Platform, accessToken?: string): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, platform, accessToken);
  await setMetrics(tenant, platform, { metrics_schedule: 'frequent' });
  return tenant;
}

/** A post of the tenant that was published some time ago and is due to be polled. */
export async function post(
  tenant: Tenant,
  platform: Platform,
  platformPostId: string,
  fields: Partial<PostMetrics> = {},
): Promise<PostMetrics> {
  const measurement: PostMetrics = {
    id: newId('entry'),
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform,
    account_id: (await accountOn(tenant, platform))?.id ?? newId('account'),
    platform_post_id: platformPostId,
    published_at: inSeconds(-3600),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
    ...fields,
  };
  await commit([postMetricsWrite(null, measurement)]);
  return measurement;
}

/** The messages that the collector sends now. */
export async function queuedMessages(): Promise<SentMessage[]> {
  currentHarness().sent();
  await collect();
  return currentHarness()
    .sent()
    .filter(({ queue }) => queue === METRICS_POLL_QUEUE);
}

/** Queue all due polls and process them; none may fail. */
export async function read(): Promise<void> {
  for (const { message } of await queuedMessages()) {
    expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [] });
  }
}

/** Return a response of X for posts with their likes only. */
export const onX = (likes: Record<string, number>) => ({
  data: Object.entries(likes).map(([id, like_count]) => ({ id, public_metrics: { like_count } })),
});

/** The counted metrics of this name, with their platform. */
export const counted = (name: string) =>
  currentHarness()
    .logged()
    .split('\n')
    .flatMap((line) => (line.includes(`"${name}":`) ? [JSON.parse(line) as Json] : []))
    .map(({ platform, [name]: value }) => [platform, value]);
