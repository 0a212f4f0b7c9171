import type { VirtualClock } from './virtual-clock.ts';

/**
 * A group waits for the others that has this share of the messages in flight and at least so many, or this share of the
 * processing time (AWS, "How Amazon SQS fair queues work").
 */
const NOISY_SHARE = 0.1;
const NOISY_MESSAGES = 30;
/** How Lambda increases the concurrency of a queue that has a backlog. */
const INITIAL_CONCURRENCY = 5;
const MORE_PER_SECOND = 5;

/** A message with the group of a fair queue. */
interface Grouped {
  workspace_id: string;
}

/** A fair queue whose messages invoke a function. */
export interface Lane<Message extends Grouped> {
  send: (message: Message, delayMs: number) => void;
  invocations: () => number;
}

/** Create a fair queue as SQS and Lambda run it, with concurrency that grows to `maximum`. */
export function createLane<Message extends Grouped>(
  clock: VirtualClock,
  maximum: number,
  invoke: (message: Message) => Promise<void>,
): Lane<Message> {
  const groups = new Map<string, { message: Message; number: number }[]>();
  const inFlight = new Map<string, number>();
  /** The processing time of what has ended, and all of it. */
  const usedMs = new Map<string, number>();
  let allMs = 0;
  let [concurrency, running, sent, invocations] = [INITIAL_CONCURRENCY, 0, 0, 0];
  /** Groups that are quiet come first, then the noisy one with the fewest messages in flight. */
  const rankOf = (group: string) => {
    const held = inFlight.get(group) ?? 0;
    const isNoisy =
      (held >= NOISY_MESSAGES && held > NOISY_SHARE * running) || (usedMs.get(group) ?? 0) > NOISY_SHARE * allMs;
    return isNoisy ? 1 + held : 0;
  };
  /** Return the group of the next message: the oldest one of the groups with the lowest rank. */
  const nextGroup = () =>
    [...groups]
      .filter(([, messages]) => messages.length > 0)
      .map(([group, messages]) => ({ group, messages, rank: rankOf(group) }))
      .toSorted((one, other) => one.rank - other.rank || one.messages[0]!.number - other.messages[0]!.number)[0];
  const receive = () => {
    while (running < concurrency) {
      const next = nextGroup();
      if (!next) return;
      void run(next.group, next.messages.shift()!.message);
    }
  };
  const run = async (group: string, message: Message) => {
    running += 1;
    invocations += 1;
    inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    const startMs = Date.now();
    await invoke(message);
    const tookMs = Date.now() - startMs;
    usedMs.set(group, (usedMs.get(group) ?? 0) + tookMs);
    allMs += tookMs;
    running -= 1;
    inFlight.set(group, inFlight.get(group)! - 1);
    receive();
  };
  const grow = async () => {
    for (;;) {
      await clock.sleep(1_000);
      if (nextGroup()) concurrency = Math.min(maximum, concurrency + MORE_PER_SECOND);
      receive();
    }
  };
  void grow();
  return {
    send: async (message, delayMs) => {
      if (delayMs > 0) await clock.sleep(delayMs);
      const messages = groups.get(message.workspace_id) ?? [];
      groups.set(message.workspace_id, messages);
      messages.push({ message, number: sent++ });
      receive();
    },
    invocations: () => invocations,
  };
}
