import { enqueueDuePolls } from '../lib/analytics/workers/enqueue-metric-polls.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';

/** Queue the posts whose metrics poll is due. Invoked by a recurring schedule. */
export const handler = withInvocationDeadline(() => enqueueDuePolls(Date.now()));
