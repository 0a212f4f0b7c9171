import { afterEach, beforeEach, vi } from 'vitest';
import { LANE_DEADLINE_MS } from '../../lib/webhooks/rules/delivery-lane.ts';

const { ...deadlines } = LANE_DEADLINE_MS;

/**
 * Call once at the top of a test file, after the worker harness: attempts of deliveries take no time and have no
 * deadline. The receivers are in this process, which a busy machine stops for longer than the deadline of the fast lane.
 */
export function stopDeliveryClock(): void {
  beforeEach(() => {
    for (const lane of ['fast', 'slow'] as const) LANE_DEADLINE_MS[lane] = 24 * 3_600_000;
    vi.spyOn(performance, 'now').mockReturnValue(0);
  });
  afterEach(() => {
    Object.assign(LANE_DEADLINE_MS, deadlines);
    vi.mocked(performance.now).mockRestore();
  });
}
