import type { VirtualClock } from './virtual-clock.ts';

/** A group with as many messages in flight, and this share of all, waits for the others ("Amazon SQS fair queues"). */
const NOISY_MESSAGES = 30;
const NOISY_SHARE = 0.1;
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

/** Create a queue as SQS and Lambda run it: fair from 30 messages in flight, with concurrency that grows to `maximum`. */
export function createLane<Message extends Grouped>(
  clock: VirtualClock,
  maximum: number,
  invoke: (message: Message) => Promise<void>,
): Lane<Message> {
  const groups = new Map<string, { message: Message; number: number }[]>();
  const inFlight = new Map<string, number>();
  let [concurrency, running, sent, invocations] = [INITIAL_CONCURRENCY, 0, 0, 0];
  const isNoisy = (group: string) => {
    const held = inFlight.get(group) ?? 0;
    return held >= NOISY_MESSAGES && held > NOISY_SHARE * running;
  };
  /** Return the group of the next message: the oldest one, of a group that is not noisy if there is one. */
  const nextGroup = () =>
    [...groups]
      .filter(([, messages]) => messages.length > 0)
      .toSorted(
        ([a, [one]], [b, [other]]) => Number(isNoisy(a)) - Number(isNoisy(b)) || one!.number - other!.number,
      )[0];
  const receive = () => {
    for (let next = nextGroup(); next && running < concurrency; next = nextGroup()) {
      const [group, messages] = next;
      void run(group, messages.shift()!.message);
    }
  };
  const run = async (group: string, message: Message) => {
    running += 1;
    invocations += 1;
    inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    await invoke(message);
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
