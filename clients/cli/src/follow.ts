import { OPEN } from '../../typescript/src/content.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import type { Content } from '../../typescript/src/types.ts';
import { cellText } from './cell.ts';
import { EXIT, mayRepeat } from './failures.ts';

const FAILED = ['failed', 'partially_published', 'cancelled'];
/** How long a publication is followed after its time. */
const LIMIT_MS = 120_000;
const POLL_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * Read an item until its publication has an outcome, or two minutes after its time. `onChange` receives each state.
 * Connections that fail are no reason to stop: the service publishes all the same.
 */
export async function followItem(
  transport: Pick<Transport, 'send' | 'wait'>,
  item: Content,
  { onChange, now = Date.now }: { onChange(item: Content): void; now?: () => number },
): Promise<Content> {
  let state = item;
  const dueMs = Math.max(now(), state.scheduled_at === null ? 0 : Date.parse(state.scheduled_at));
  for (;;) {
    onChange(state);
    if (!OPEN.includes(state.status) || now() >= dueMs + LIMIT_MS) return state;
    await transport.wait(Math.min(MAX_WAIT_MS, Math.max(POLL_MS, dueMs - now())));
    try {
      state = await transport.send<Content>({ method: 'GET', path: `/content/${encodeURIComponent(item.id)}` });
    } catch (error) {
      if (!mayRepeat(error)) throw error;
    }
  }
}

/** Write the state of each target in one line. */
export function progressOf({ targets, status }: Content): string {
  return targets.length === 0
    ? status
    : targets.map((each) => `${cellText(each.platform, 'platform')} ${each.status}`).join(', ');
}

/** Return the exit code of an outcome. A status that this version does not know is no outcome. */
export function exitCodeOfItem({ status }: Content): number {
  if (status === 'published') return EXIT.success;
  return FAILED.includes(status) ? EXIT.rejected : EXIT.unconfirmed;
}
