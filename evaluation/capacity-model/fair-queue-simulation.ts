/** A message of a fair queue: when it arrives, and how long it holds a slot. Times in seconds. */
export interface QueuedWork {
  group: string;
  arrival: number;
  seconds: number;
  /** How often it was deferred. */
  deferrals?: number;
}

export interface FairQueue {
  /** The maximum concurrency of the queue. */
  slots: number;
  /** What a worker does with a message while its group has `most` in progress: sends it again, after `handling` seconds. */
  deferral?: { most: number; handling: number; delaySeconds: (deferrals: number) => number };
}

// AWS, "How Amazon SQS fair queues work": a group is noisy with more than a tenth of the messages in flight, and at least
// 30, or with more than a tenth of the recent processing time.
const NOISY_SHARE = 0.1;
const NOISY_IN_FLIGHT = 30;

/** A message that holds a slot until `end`. */
type Running = QueuedWork & { start: number; end: number; isDeferred: boolean };

/**
 * Simulate a fair queue, deterministically, from one event to the next: messages of quiet groups come first, then those of
 * the noisy group with the fewest in flight. Ends when the messages that `isWatched` names are done. Returns how long each
 * of them has waited, in seconds.
 */
export function simulateFairQueue(
  work: readonly QueuedWork[],
  isWatched: (work: QueuedWork) => boolean,
  { slots, deferral }: FairQueue,
): number[] {
  const arriving = work.toSorted((one, other) => one.arrival - other.arrival);
  const waiting = new Map<string, QueuedWork[]>();
  const used = new Map<string, number>();
  let running: Running[] = [];
  const waits: number[] = [];
  let left = work.filter(isWatched).length;
  for (let now = 0; left > 0; now = nextEvent()) {
    for (const ended of running.filter(({ end }) => end <= now)) {
      used.set(ended.group, (used.get(ended.group) ?? 0) + ended.end - ended.start);
    }
    running = running.filter(({ end }) => end > now);
    while (arriving[0] && arriving[0].arrival <= now) {
      const next = arriving.shift()!;
      if (!waiting.has(next.group)) waiting.set(next.group, []);
      waiting.get(next.group)!.push(next);
    }
    for (let next = take(now); next && running.length < slots; next = take(now)) start(next, now);
  }
  return waits;

  function nextEvent(): number {
    return Math.min(arriving[0]?.arrival ?? Number.POSITIVE_INFINITY, ...running.map(({ end }) => end));
  }

  function inFlight(group: string): number {
    return running.filter((each) => each.group === group).length;
  }

  /** Find the message that the queue delivers next. It stays in the queue until a slot is free. */
  function take(now: number): QueuedWork | undefined {
    if (running.length >= slots) return undefined;
    const groups = [...waiting.entries()].filter(([, messages]) => messages.length > 0);
    const seconds = (group: string) =>
      (used.get(group) ?? 0) +
      running.filter((each) => each.group === group).reduce((sum, each) => sum + now - each.start, 0);
    const all = [...new Set([...used.keys(), ...running.map(({ group }) => group)])].reduce(
      (sum, group) => sum + seconds(group),
      0,
    );
    const rankOf = (group: string) => {
      const count = inFlight(group);
      const isNoisy =
        (count >= NOISY_IN_FLIGHT && count > NOISY_SHARE * running.length) || seconds(group) > NOISY_SHARE * all;
      return isNoisy ? 1 + count : 0;
    };
    const ranked = groups.map(([group, messages]) => ({ message: messages[0]!, rank: rankOf(group) }));
    ranked.sort((one, other) => one.rank - other.rank || one.message.arrival - other.message.arrival);
    return ranked[0]?.message;
  }

  function start(message: QueuedWork, now: number): void {
    waiting.get(message.group)!.shift();
    const held = running.filter(({ group, isDeferred }) => group === message.group && !isDeferred).length;
    const isDeferred = deferral !== undefined && held >= deferral.most;
    if (isDeferred) defer(message, now);
    else if (isWatched(message)) {
      waits.push(now - message.arrival);
      left -= 1;
    }
    const end = now + (isDeferred ? deferral.handling : message.seconds);
    running.push({ ...message, start: now, end, isDeferred });
  }

  function defer(message: QueuedWork, now: number): void {
    const { deferrals = 0 } = message;
    const arrival = now + deferral!.delaySeconds(deferrals);
    const index = arriving.findIndex((each) => each.arrival > arrival);
    arriving.splice(index < 0 ? arriving.length : index, 0, { ...message, arrival, deferrals: deferrals + 1 });
  }
}
