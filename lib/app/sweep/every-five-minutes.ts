import { requireEnv } from '../../core/config/env.ts';

const EVERY_MS = 300_000;

/** Return whether this run of the sweep is the first one in a period of five minutes. */
export function isEveryFiveMinutes(nowMs: number): boolean {
  const lastRunMs = nowMs - Number(requireEnv('SWEEP_EVERY_MINUTES')) * 60_000;
  return Math.floor(nowMs / EVERY_MS) > Math.floor(lastRunMs / EVERY_MS);
}
