import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useAction } from '../../api/hooks.ts';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { showToast } from '../../components/toasts.ts';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { useAccounts } from '../../content/content.ts';
import { FilterBar } from '../../content/filter-bar.tsx';
import { useDeletedPosts } from '../../content/held-deletions.ts';
import { filterQuery, isFiltered, type PostFilter, readFilter } from '../../content/post-filter.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import {
  type CalendarEvent,
  composeLink,
  EVENT_STATUSES,
  filterEvents,
  newPostTime,
  plannedTime,
} from './calendar-events.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarList } from './calendar-list.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { ChangedText } from './changed-text.tsx';
import { EventDialog } from './event-dialog.tsx';
import { NothingScheduled } from './nothing-scheduled.tsx';
import { type Period, rangeOf, readPeriod, today } from './periods.ts';
import { ChangedConcurrently, reschedule } from './reschedule.ts';
import { Subscribe } from './subscribe.tsx';
import { undoFailureText } from './undo-failure.ts';
import { useCalendar } from './use-calendar.ts';

// A grid of seven columns is unreadable below this width.
const NARROW = '(max-width: 48rem)';
const SETTLED_MS = 300;

const MOVED_TEXTS = {
  none: 'calendar.moved',
  queue: 'calendar.movedOutOfQueue',
  hold: 'calendar.movedOutOfHold',
} as const;

/** The scheduled posts of a month or a week. */
export default function Calendar() {
  const { timeZone, planningZone } = useTimeZone();
  const canWrite = usePermission('content:write');
  const accounts = useAccounts(usePermission('accounts:read'));
  const [query, setQuery] = useHashQuery();
  const [firstPeriod] = useState<Period>(() => ({
    view: matchMedia(NARROW).matches ? 'list' : 'month',
    day: today(timeZone, Date.now()),
  }));
  const { view, day } = readPeriod(query, firstPeriod);
  const period = useMemo(() => ({ view, day }), [view, day]);
  const filter = readFilter(query);
  const show = (next: Period, nextFilter: PostFilter = filter) => setQuery({ ...next, ...filterQuery(nextFilter) });
  const [listedDay, setListedDay] = useState<string | null>(null);
  const [opened, setOpened] = useState<CalendarEvent | null>(null);
  const [isPastMove, setPastMove] = useState(false);
  const range = useMemo(() => rangeOf(period, timeZone), [period, timeZone]);
  const data = useCalendar(range);
  // An undo follows seconds later, when the calendar may show another range.
  const latest = useRef(data);
  latest.current = data;
  const deleted = useDeletedPosts();
  const events = useMemo(
    () => filterEvents(data.events, filter).filter(({ contentId }) => !deleted.has(contentId)),
    [data.events, ...Object.values(filter), deleted],
  );
  useNarrow(() => show({ view: 'list', day }));

  const undoMove = async (event: CalendarEvent, from: string) => {
    try {
      const { contentId, title, scheduledAt, scheduledLocal } = event;
      const before = scheduledLocal ?? scheduledAt;
      const { content } = await reschedule({ ...event, scheduledAt: from }, before);
      latest.current.replace(contentId, content);
      showToast(t('calendar.movedBack', { title, time: formatTime(scheduledAt, timeZone) }));
    } catch (error) {
      if (error instanceof ChangedConcurrently) latest.current.replace(event.contentId, error.current);
      else void latest.current.reload();
      showToast(undoFailureText(event.title, error));
    }
  };
  const moveEvent = async (event: CalendarEvent, to: string, revert?: () => void) => {
    try {
      const { content, left } = await reschedule(event, plannedTime(event, to, planningZone));
      data.replace(event.contentId, content);
      const text = t(MOVED_TEXTS[left ?? 'none'], { title: event.title, time: formatTime(to, timeZone) });
      // Its earlier time alone would not bring a post back into its slot or its hold: it would be published at that time.
      showToast(text, left === null ? { undo: () => void undoMove(event, to) } : {});
    } catch (error) {
      revert?.();
      if (error instanceof ChangedConcurrently) data.replace(event.contentId, error.current);
      // Some targets of the event may have been moved.
      else if (event.entryIds.length > 1) void data.reload();
      throw error;
    }
  };
  const move = useAction(moveEvent);
  const onMove = (event: CalendarEvent, to: string, revert: () => void) => {
    const isPast = Date.parse(to) <= Date.now();
    setPastMove(isPast);
    if (isPast) revert();
    else void move.run(event, to, revert);
  };
  const onPick = (time: { day: string } | { instant: string }) => {
    const at = 'day' in time ? newPostTime(time.day, timeZone, Date.now()) : time.instant;
    if (at !== null && Date.parse(at) > Date.now()) location.hash = composeLink(at);
  };
  const onPeriod = (next: Period, day: string | null = null) => {
    show(next);
    setListedDay(day);
    setPastMove(false);
    move.clearError();
  };

  return (
    <>
      <div class="bar">
        <h1>{t('words.calendar')}</h1>
        <Subscribe accounts={accounts.data ?? []} />
        {canWrite && (
          <a class="button primary" href="#/compose">
            {t('words.newPost')}
          </a>
        )}
      </div>
      <CalendarToolbar period={period} onPeriod={(next) => onPeriod(next)} data={data} />
      <FilterBar
        screen="calendar"
        statuses={EVENT_STATUSES}
        accounts={accounts.data ?? []}
        filter={filter}
        onFilter={(next) => show(period, next)}
      />
      <ErrorMessage error={data.error} onRetry={data.reload} />
      {move.isRunning && <Progress label={t('calendar.rescheduling')} />}
      {move.error instanceof ChangedConcurrently ? (
        <ChangedText current={move.error.current} />
      ) : (
        <ErrorMessage error={move.error} />
      )}
      {isPastMove && <Notice kind="warning">{t('calendar.past')}</Notice>}
      {!data.isLoading && !data.error && events.length === 0 && (
        <NothingScheduled period={period} isFiltered={isFiltered(filter)} />
      )}
      {view === 'list' ? (
        <CalendarList startDay={listedDay} events={events} timeZone={timeZone} onOpen={setOpened} />
      ) : (
        <CalendarGrid
          period={period}
          events={events}
          timeZone={timeZone}
          isEditable={canWrite && !move.isRunning}
          onOpen={setOpened}
          onMore={(listed) => onPeriod({ view: 'list', day }, listed)}
          onMove={onMove}
          onPick={canWrite ? onPick : null}
        />
      )}
      {opened && (
        <EventDialog
          event={opened}
          onClose={() => setOpened(null)}
          onStale={(current) => data.replace(opened.contentId, current)}
          onMove={async (to) => {
            await moveEvent(opened, to);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}

function useNarrow(onNarrow: () => void): void {
  const latest = useRef(onNarrow);
  latest.current = onNarrow;
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The width of a window also changes for a moment, for example while it is captured.
    const adapt = () => {
      clearTimeout(timer);
      if (narrow.matches) timer = setTimeout(() => latest.current(), SETTLED_MS);
    };
    narrow.addEventListener('change', adapt);
    return () => {
      clearTimeout(timer);
      narrow.removeEventListener('change', adapt);
    };
  }, []);
}
