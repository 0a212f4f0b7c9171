import { useEffect, useMemo, useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks.ts';
import { useHalts } from '../../frame/halts.ts';
import { type CalendarEvent, type Entry, groupEntries, type Item, withItem } from './calendar-events.ts';
import { loadRange } from './load-range.ts';
import type { Range } from './periods.ts';

/** The events of a range, as they are loaded and changed. */
export interface CalendarData {
  events: CalendarEvent[];
  isLoading: boolean;
  /** The number of entries read so far. */
  loadedCount: number;
  error: unknown;
  reload: () => Promise<void>;
  /** Show the current state of an item, or remove an item that was deleted. */
  replace: (contentId: string, item: Item | null) => void;
}

const RECEIVED = 'calendar-data-received';
const RENDERED = 'calendar-render';

/** Load the events of a range. */
export function useCalendar(range: Range): CalendarData {
  const [loadedCount, setLoadedCount] = useState(0);
  const query = useQuery(`calendar ${range.from} ${range.to}`, async () => {
    setLoadedCount(0);
    const loaded = await loadRange(range, setLoadedCount);
    performance.mark(RECEIVED);
    return loaded;
  });
  const [changed, setChanged] = useState<{ of: Entry[] | null; entries: Entry[] } | null>(null);
  const loaded = query.data;
  const entries = changed && changed.of === loaded ? changed.entries : loaded;
  const halts = useHalts().data;
  const events = useMemo(() => groupEntries(entries ?? [], halts ?? []), [entries, halts]);
  useEffect(() => {
    if (loaded) measureAfterPaint();
  }, [loaded]);
  return {
    events,
    isLoading: query.isLoading,
    loadedCount,
    error: query.error,
    reload: query.reload,
    replace: (contentId, item) => {
      setChanged((last) => {
        const before = last && last.of === loaded ? last.entries : (loaded ?? []);
        const others = before.filter(({ content_id }) => content_id !== contentId);
        return { of: loaded, entries: item ? withItem(before, item) : others };
      });
    },
  };
}

// The time from receiving the data to the painted calendar, which a measurement reads.
function measureAfterPaint(): void {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      performance.measure(RENDERED, RECEIVED);
      performance.clearMarks(RECEIVED);
      channel.port1.close();
    };
    channel.port2.postMessage(null);
  });
}
