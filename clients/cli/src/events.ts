import { setTimeout as wait } from 'node:timers/promises';
import { Pages } from '../../typescript/src/pages.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import { describeFailure, mayRepeat } from './failures.ts';
import type { Output } from './output.ts';
import { UsageError } from './usage.ts';

/** An event of the list. Its data is null if the caller may not read it, or if the page is too large. */
export interface ListedEvent {
  id: string;
  type: string;
  timestamp: string;
  workspace_id: string;
  data: unknown;
}

const POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;
/** The list shows an event about a second after it happened, so an older one may appear after a newer one. */
const OVERLAP_MS = 60_000;
/** A read keeps no more events in memory, unless more happened in one millisecond. */
const MAX_EVENTS = 1_000;
const MAX_SINCE_MS = 3650 * 86_400_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Read events as they happen, until the process ends. `handle` receives them in order; the next read waits for it. */
export async function followEvents(
  reader: EventReader,
  output: Output,
  handle: (event: ListedEvent) => void | Promise<void>,
): Promise<never> {
  for (let failures = 0; ; ) {
    let events: ListedEvent[] = [];
    try {
      events = await reader.next();
      failures = 0;
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      if (failures === 0)
        output.note(`${describeFailure(error, { isRead: true })}\nThe command continues when the service responds.`);
      failures += 1;
    }
    for (const event of events) await handle(event);
    if (reader.isCurrent) await wait(Math.min(MAX_POLL_MS, POLL_MS * 2 ** failures));
  }
}

/** Reads each event once. Events of one read are in the order of their times. */
export class EventReader {
  readonly #transport: Pick<Transport, 'send'>;
  readonly #type: string | undefined;
  readonly #sinceMs: number;
  #newestMs: number;
  readonly #seen = new Map<string, number>();
  /** Whether the last read was up to the present: more events are there otherwise. */
  isCurrent = true;

  constructor(transport: Pick<Transport, 'send'>, { type, sinceMs }: { type?: string | undefined; sinceMs: number }) {
    this.#transport = transport;
    this.#type = type;
    this.#sinceMs = sinceMs;
    this.#newestMs = sinceMs;
  }

  /**
   * Read the events that were not read yet, the oldest ones first if they are many. Rejects without a loss: the next read
   * returns them.
   */
  async next(): Promise<ListedEvent[]> {
    this.isCurrent = true;
    // The list begins with the newest event: a shorter time has the oldest ones.
    let toMs: number | undefined;
    let events = await this.#read(toMs);
    while (events === null) {
      // The clock of the service may be ahead.
      toMs = Math.floor((this.#newestMs + (toMs ?? Math.max(Date.now(), this.#newestMs) + OVERLAP_MS)) / 2);
      const isShortest = toMs <= this.#newestMs;
      toMs = Math.max(toMs, this.#newestMs + 1);
      events = await this.#read(toMs, isShortest ? Number.POSITIVE_INFINITY : MAX_EVENTS);
    }
    this.isCurrent = toMs === undefined;
    for (const { id, timestamp } of events) {
      const timeMs = Date.parse(timestamp);
      this.#seen.set(id, timeMs);
      this.#newestMs = Math.max(this.#newestMs, timeMs);
    }
    this.#newestMs = Math.max(this.#newestMs, toMs ?? 0);
    for (const [id, timeMs] of this.#seen) if (timeMs < this.#newestMs - 2 * OVERLAP_MS) this.#seen.delete(id);
    return events.sort((one, other) => one.timestamp.localeCompare(other.timestamp) || one.id.localeCompare(other.id));
  }

  /** Read the events before a time that were not read yet, or return null if they are more than `max`. */
  async #read(toMs: number | undefined, max = MAX_EVENTS): Promise<ListedEvent[] | null> {
    const fromMs = Math.max(this.#sinceMs, this.#newestMs - OVERLAP_MS);
    const query = {
      limit: 100,
      from: new Date(fromMs).toISOString(),
      ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
      ...(this.#type !== undefined && { type: this.#type }),
    };
    const events: ListedEvent[] = [];
    const pages = new Pages<{ events: ListedEvent[] }, ListedEvent>(this.#transport, '/events', query, 'events');
    for await (const event of pages) {
      if (!this.#seen.has(event.id)) events.push(event);
      if (events.length > max) return null;
    }
    return events;
  }
}

/** Return the time that `--since` names, or now. Throws a UsageError. */
export function sinceMsOf(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const [, amount, unit = ''] = /^(\d+)\s*([smhd])$/.exec(text.trim()) ?? [];
  if (amount === undefined)
    throw new UsageError(`--since is a duration such as 30s, 10m, 2h or 1d, not ${JSON.stringify(text)}.`);
  const ms = Number(amount) * UNITS[unit]!;
  if (ms > MAX_SINCE_MS) throw new UsageError('--since is at most 3650d.');
  return Date.now() - ms;
}
