import { SCHEDULED_JOB_NAMES, type ScheduledJob } from '../scheduled-jobs.ts';
import type { Usage } from '../usage.ts';
import type { MeteredStack } from './metered-stack.ts';

/** Measure a run of each scheduled job, with what follows from it. */
export async function measureRuns(stack: MeteredStack): Promise<Record<ScheduledJob, Usage>> {
  const runs: Partial<Record<ScheduledJob, Usage>> = {};
  for (const name of SCHEDULED_JOB_NAMES) runs[name] = await measureRun(stack, name);
  return runs as Record<ScheduledJob, Usage>;
}

/** Measure a run of one scheduled job, with what follows from it. */
export function measureRun(stack: MeteredStack, name: ScheduledJob): Promise<Usage> {
  return stack.measure(async () => {
    await stack.invoke(name, {});
    await stack.consumeStream();
  });
}
