/** Requests that stall in a row, after which a host counts as stalled. */
const MAX_STALLED = 2;
/** Hosts that are remembered. Beyond, the one whose last request is longest ago is forgotten. */
const MAX_HOSTS = 10_000;

/** The hosts that did not respond to their last requests, in the memory of one process. */
export interface StalledHosts {
  /** Record the end of a request to a host: without a response (`hasStalled`), or with one. */
  record(host: string, hasStalled: boolean, nowMs: number): void;
  /** Return whether the last two requests to a host have stalled, the last of them within the period. */
  has(host: string, nowMs: number): boolean;
}

/** Create an empty record. After `periodMs` without a request, a host may be tried again. */
export function createStalledHosts(periodMs = Number.POSITIVE_INFINITY): StalledHosts {
  const hosts = new Map<string, { stalled: number; endMs: number }>();
  return {
    record: (host, hasStalled, nowMs) => {
      const before = hosts.get(host)?.stalled ?? 0;
      // The order of the map is that of the last requests.
      hosts.delete(host);
      if (!hasStalled) return;
      hosts.set(host, { stalled: before + 1, endMs: nowMs + periodMs });
      if (hosts.size > MAX_HOSTS) hosts.delete(hosts.keys().next().value!);
    },
    has: (host, nowMs) => {
      const { stalled, endMs } = hosts.get(host) ?? { stalled: 0, endMs: 0 };
      return stalled >= MAX_STALLED && nowMs < endMs;
    },
  };
}
