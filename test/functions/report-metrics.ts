import { type Metrics, NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { inSeconds } from './api-harness.ts';
import { newId, type Tenant } from './tenants.ts';

/** Report metrics of a platform for an item, as the stream stores them: of X, of an unknown item and now by default. */
export async function reportMetrics(
  tenant: Tenant,
  at: { content_id?: string; platform?: Platform; account_id?: string; seconds?: number },
  numbers: Partial<Metrics>,
): Promise<void> {
  await commit(
    bucketWrites({
      workspace_id: tenant.workspace.id,
      content_id: at.content_id ?? newId('content'),
      platform: at.platform ?? 'twitter',
      account_id: at.account_id ?? null,
      at: inSeconds(at.seconds ?? 0),
      posts: 1,
      deltas: { ...NO_METRICS, ...numbers },
    }),
  );
}
