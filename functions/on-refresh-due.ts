import { refreshDueTokens } from '../lib/workers/jobs/refresh-tokens.ts';

/** Refresh the tokens of platform accounts that expire soon. Invoked every five minutes. */
export async function handler(): Promise<void> {
  await refreshDueTokens(Date.now());
}
