import { withInvocationDeadline } from '../lib/table/invocation-deadline.ts';
import { refreshDueTokens } from '../lib/workers/jobs/refresh-tokens.ts';

/** Refresh the tokens of platform accounts that expire soon. Invoked every five minutes. */
export const handler = withInvocationDeadline(() => refreshDueTokens(Date.now()));
