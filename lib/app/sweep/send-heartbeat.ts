import { settings } from '../../core/config/settings.ts';
import { commit } from '../../core/table/commit.ts';
import { heartbeatWrite } from './heartbeats.ts';

/**
 * Send a heartbeat through the stream: one write, whose change the stream worker reports as a metric.
 *
 * Without alarms nothing reads the metric, so a stage without alarms sends none and stays free while it is idle.
 */
export async function sendHeartbeat(nowMs: number): Promise<void> {
  if (!settings().hasAlarms) return;
  await commit([heartbeatWrite({ sent_at: new Date(nowMs).toISOString() })]);
}
