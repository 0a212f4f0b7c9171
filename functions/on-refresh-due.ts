import { refreshDueTokens } from '../lib/accounts/workers/refresh-tokens.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';

/** Refresh the tokens of platform accounts that expire soon. Invoked every five minutes. */
export const handler = withInvocationDeadline(() => refreshDueTokens(Date.now()));
