import { refreshDueTokens } from '../lib/workers/jobs/refresh-tokens.ts';

/** Every five minutes: refreshes the tokens of platform accounts that end soon. */
export async function handler(): Promise<void> {
  await refreshDueTokens(Date.now());
}
