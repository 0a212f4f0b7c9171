import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { inSeconds } from './api-harness.ts';
import { newContent } from './resources.ts';
import { newTenant } from './tenants.ts';
import { storedRecords, type WorkerHarness } from './worker-harness.ts';

/** An item for one platform, scheduled that far ahead, and its entry. Only their changes remain to be processed. */
export async function newScheduledContent(harness: WorkerHarness, seconds: number, platform: Platform = 'twitter') {
  const tenant = await newTenant();
  harness.changes();
  const content = await newContent(tenant, { platforms: [platform], scheduled_at: inSeconds(seconds) });
  return { tenant, content, entry: storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')[0]! };
}
