import { refreshDueTokens } from '../lib/workers/jobs/refresh-tokens.ts';

/** Runs every five minutes: refreshes the tokens of platform accounts that expire soon. */
export async function handler(): Promise<void> {
  await refreshDueTokens(Date.now());
}
