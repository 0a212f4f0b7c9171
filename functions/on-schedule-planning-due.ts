import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { planSchedules } from '../lib/publishing/workers/plan-schedules.ts';

/** Create the schedules of the posts that have come within reach. Invoked every hour. */
export const handler = withInvocationDeadline(() => planSchedules(Date.now()));
