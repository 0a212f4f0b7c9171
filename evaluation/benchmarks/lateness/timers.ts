import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LocalService } from '../../../tools/local-stack/local-service.ts';
import { loadTemplate } from '../../../tools/local-stack/template.ts';
import type { ScheduledPost } from './schedule-posts.ts';

const WAIT_MS = 10_000;
const PAUSE_MS = 500;

/**
 * For how many of these posts a timer is waiting. Timers follow from the stream, a moment after the answer: looks
 * again until there are `expected` of them, for ten seconds at most.
 *
 * @param folder of the service, with its synthesized template.
 */
export async function countTimers(
  service: LocalService,
  folder: string,
  asked: ScheduledPost[],
  expected: number,
): Promise<number> {
  const template = loadTemplate(join(folder, 'cdk.out'), service);
  const [group] = template.ofType('AWS::Scheduler::ScheduleGroup');
  if (!group) throw new Error('The template has no group of schedules.');
  const endMs = Date.now() + WAIT_MS;
  for (;;) {
    const found = await Promise.all(
      asked.map(async ({ entryId }) => {
        const url = `${service.awsUrl}/schedules/${entryId}?groupName=${group.name}`;
        return (await fetch(url)).ok;
      }),
    );
    const count = found.filter(Boolean).length;
    if (count >= expected || Date.now() > endMs) return count;
    await sleep(PAUSE_MS);
  }
}
