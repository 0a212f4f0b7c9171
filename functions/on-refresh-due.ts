import { refreshDue } from '../lib/consequences/refreshing.ts';

/** Every five minutes: refreshes the tokens of platform accounts that end soon. */
export async function handler(): Promise<void> {
  await refreshDue(Date.now());
}
