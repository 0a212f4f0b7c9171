import { requireEnv } from '../../core/config/env.ts';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { countMessages, queueUrl } from '../../core/queue/sqs.ts';
import { isEveryFiveMinutes } from './every-five-minutes.ts';

/**
 * Report how many messages are in all dead-letter queues, every five minutes: one metric in place of one per queue.
 * Usually there are none, and nothing is reported. The alarm compares periods of ten minutes, and SQS charges for each
 * request.
 */
export async function reportDeadLetters(nowMs: number): Promise<void> {
  if (!settings().hasAlarms || !isEveryFiveMinutes(nowMs)) return;
  const names = requireEnv('DEAD_LETTER_QUEUES').split(' ');
  const counts = await Promise.all(names.map((name) => countMessages(name, queueUrl('DELIVERY'))));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > 0) emitMetric('DeadLetters', total);
}
