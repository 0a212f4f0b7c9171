import { createStalledHosts } from '../../core/fairness/stalled-hosts.ts';

const PERIOD_MS = 60_000;
/** A poll that fails after this time has waited for its host. */
const STALL_MS = 5_000;

const stalled = createStalledHosts(PERIOD_MS);

/**
 * Send a request of a poll to a platform or a server, unless two in a row have just had no response: its other polls
 * would each wait for their deadline, and all others for them. Returns undefined without a request.
 */
export async function requestUnlessStalled<R>(host: string, send: () => Promise<R>): Promise<R | undefined> {
  const startMs = Date.now();
  if (stalled.has(host, startMs)) return undefined;
  try {
    const result = await send();
    stalled.record(host, false, Date.now());
    return result;
  } catch (error) {
    const nowMs = Date.now();
    stalled.record(host, nowMs - startMs >= STALL_MS, nowMs);
    throw error;
  }
}
