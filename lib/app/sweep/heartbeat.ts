import { emitMetric } from '../../core/observability/emit-metric.ts';
import type { Heartbeat } from './heartbeat-record.ts';

/** Report how long a heartbeat took to arrive. The alarm on silence counts the reports. */
export async function onHeartbeat(_before: Heartbeat | null, after: Heartbeat | null, nowMs: number): Promise<void> {
  if (after) emitMetric('HeartbeatDelay', nowMs - Date.parse(after.sent_at));
}
