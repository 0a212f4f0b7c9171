import { requireEnv } from '../../core/config/env.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { countMessages, queueUrl } from '../../core/queue/sqs.ts';

// The alarm compares periods of ten minutes. SQS charges for each request.
const EVERY_MS = 300_000;

/**
 * Report how many messages are in all dead-letter queues, every five minutes: one metric in place of one per queue.
 * Usually there are none, and nothing is reported.
 */
export async function reportDeadLetters(nowMs: number): Promise<void> {
  const lastRunMs = nowMs - Number(requireEnv('SWEEP_EVERY_MINUTES')) * 60_000;
  const isDue = Math.floor(nowMs / EVERY_MS) > Math.floor(lastRunMs / EVERY_MS);
  if (!settings().hasAlarms || !isDue) return;
  const names = requireEnv('DEAD_LETTER_QUEUES').split(' ');
  const counts = await Promise.all(names.map((name) => countMessages(name, queueUrl('DELIVERY'))));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > 0) emitMetric('DeadLetters', total);
}
