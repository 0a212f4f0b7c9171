import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { enqueueDuePolls } from '../lib/workers/metrics/enqueue-metric-polls.ts';

/** Queue the posts whose metrics poll is due. Invoked by a recurring schedule. */
export const handler = withInvocationDeadline(() => enqueueDuePolls(Date.now()));
