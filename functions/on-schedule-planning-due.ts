import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { planSchedules } from '../lib/workers/jobs/plan-schedules.ts';

/** Create the schedules of the posts that have come within reach. Invoked every hour. */
export const handler = withInvocationDeadline(() => planSchedules(Date.now()));
