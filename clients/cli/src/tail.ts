import { setTimeout as wait } from 'node:timers/promises';
import { Pages } from '../../typescript/src/pages.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import { type Context, connect } from './context.ts';
import { describeFailure, mayRepeat } from './failures.ts';
import { assertPositionals, textOf } from './flags.ts';
import { cellText } from './table.ts';
import { UsageError } from './usage.ts';

interface ListedEvent {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

const POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;
/** The list shows an event about a second after it happened, so an older one may appear after a newer one. */
const OVERLAP_MS = 60_000;
const MAX_SINCE_MS = 3650 * 86_400_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Print events as they happen, until the process ends. */
export async function tail(context: Context): Promise<number> {
  const { given, output } = context;
  assertPositionals(given, []);
  const since = textOf(given, 'since');
  const reader = new EventReader(connect(context), {
    type: textOf(given, 'type'),
    sinceMs: Date.now() - (since === undefined ? 0 : durationMs(since)),
  });
  for (let failures = 0; ; ) {
    try {
      for (const event of await reader.next()) output.isJson ? output.line(event) : output.text(lineOf(event));
      failures = 0;
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      if (failures === 0)
        output.note(`${describeFailure(error, { isRead: true })}\nThe command continues when the service responds.`);
      failures += 1;
    }
    await wait(Math.min(MAX_POLL_MS, POLL_MS * 2 ** failures));
  }
}

/** Reads each event once. Events of one read are in the order of their times. */
export class EventReader {
  readonly #transport: Pick<Transport, 'send'>;
  readonly #type: string | undefined;
  readonly #sinceMs: number;
  #newestMs: number;
  readonly #seen = new Map<string, number>();

  constructor(transport: Pick<Transport, 'send'>, { type, sinceMs }: { type?: string | undefined; sinceMs: number }) {
    this.#transport = transport;
    this.#type = type;
    this.#sinceMs = sinceMs;
    this.#newestMs = sinceMs;
  }

  /** Read the events that were not read yet. Rejects without a loss: the next read returns them. */
  async next(): Promise<ListedEvent[]> {
    const fromMs = Math.max(this.#sinceMs, this.#newestMs - OVERLAP_MS);
    const query = {
      limit: 100,
      from: new Date(fromMs).toISOString(),
      ...(this.#type !== undefined && { type: this.#type }),
    };
    const found: ListedEvent[] = [];
    const pages = new Pages<{ events: ListedEvent[] }, ListedEvent>(this.#transport, '/events', query, 'events');
    for await (const event of pages) if (!this.#seen.has(event.id)) found.push(event);
    for (const { id, timestamp } of found) {
      const timeMs = Date.parse(timestamp);
      this.#seen.set(id, timeMs);
      this.#newestMs = Math.max(this.#newestMs, timeMs);
    }
    for (const [id, timeMs] of this.#seen) if (timeMs < this.#newestMs - 2 * OVERLAP_MS) this.#seen.delete(id);
    return found.sort((one, other) => one.timestamp.localeCompare(other.timestamp) || one.id.localeCompare(other.id));
  }
}

function lineOf({ timestamp, type, data }: ListedEvent): string {
  const fields = (data ?? {}) as Record<string, unknown>;
  const about = [
    fields.id ?? fields.content_id ?? fields.account_id,
    fields.status,
    fields.title ?? fields.text ?? fields.name,
  ];
  return [timestamp, type.padEnd(26), ...about.filter((each) => each !== undefined && each !== null)]
    .map(cellText)
    .join('  ');
}

/** Read a duration such as `10m`. */
function durationMs(text: string): number {
  const [, amount, unit = ''] = /^(\d+)\s*([smhd])$/.exec(text.trim()) ?? [];
  if (amount === undefined)
    throw new UsageError(`--since is a duration such as 30s, 10m, 2h or 1d, not ${JSON.stringify(text)}.`);
  const ms = Number(amount) * UNITS[unit]!;
  if (ms > MAX_SINCE_MS) throw new UsageError('--since is at most 3650d.');
  return ms;
}
