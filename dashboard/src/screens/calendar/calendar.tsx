import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAction } from '../../api/hooks.ts';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { type CalendarEvent, composeLink, newPostTime } from './calendar-events.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarList } from './calendar-list.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { ChangedText } from './changed-text.tsx';
import { EventDialog } from './event-dialog.tsx';
import { NothingScheduled } from './nothing-scheduled.tsx';
import { type Period, rangeOf, today } from './periods.ts';
import { ChangedConcurrently, reschedule } from './reschedule.ts';
import { useCalendar } from './use-calendar.ts';

// A grid of seven columns is unreadable below this width.
const NARROW = '(max-width: 48rem)';
const SETTLED_MS = 300;

/** The scheduled posts of a month or a week. */
export default function Calendar() {
  const { timeZone } = useTimeZone();
  const canWrite = usePermission('content:write');
  const [period, setPeriod] = useState<Period>(() => ({
    view: matchMedia(NARROW).matches ? 'list' : 'month',
    day: today(timeZone, Date.now()),
  }));
  const [listedDay, setListedDay] = useState<string | null>(null);
  const [opened, setOpened] = useState<CalendarEvent | null>(null);
  const [moved, setMoved] = useState<{ event: CalendarEvent; to: string } | null>(null);
  const [isPastMove, setPastMove] = useState(false);
  const range = useMemo(() => rangeOf(period, timeZone), [period, timeZone]);
  const data = useCalendar(range);
  useNarrow(() => setPeriod((last) => ({ ...last, view: 'list' })));

  const moveEvent = async (event: CalendarEvent, to: string, revert?: () => void) => {
    setMoved(null);
    try {
      data.replace(event.contentId, await reschedule(event, to));
      setMoved({ event, to });
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
    setPeriod(next);
    setListedDay(day);
    setMoved(null);
    setPastMove(false);
    move.clearError();
  };

  return (
    <>
      <div class="bar">
        <h1>Calendar</h1>
        {canWrite && (
          <a class="button primary" href="#/compose">
            New post
          </a>
        )}
      </div>
      <CalendarToolbar period={period} onPeriod={(next) => onPeriod(next)} data={data} />
      <ErrorMessage error={data.error} onRetry={data.reload} />
      {move.isRunning && <Progress label="Rescheduling…" />}
      {move.error instanceof ChangedConcurrently ? (
        <ChangedText current={move.error.current} />
      ) : (
        <ErrorMessage error={move.error} />
      )}
      {isPastMove && <Notice kind="warning">Posts cannot be scheduled in the past. Choose a later time.</Notice>}
      {moved && (
        <Notice kind="success">
          “{moved.event.title}” moved to {formatTime(moved.to, timeZone)}.
        </Notice>
      )}
      {!data.isLoading && !data.error && data.events.length === 0 && <NothingScheduled period={period} />}
      {period.view === 'list' ? (
        <CalendarList startDay={listedDay} events={data.events} timeZone={timeZone} onOpen={setOpened} />
      ) : (
        <CalendarGrid
          period={period}
          events={data.events}
          timeZone={timeZone}
          isEditable={canWrite && !move.isRunning}
          onOpen={setOpened}
          onMore={(day) => onPeriod({ view: 'list', day: period.day }, day)}
          onMove={onMove}
          onPick={canWrite ? onPick : null}
        />
      )}
      {opened && (
        <EventDialog
          event={opened}
          onClose={() => setOpened(null)}
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
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The width of a window also changes for a moment, for example while it is captured.
    const adapt = () => {
      clearTimeout(timer);
      if (narrow.matches) timer = setTimeout(onNarrow, SETTLED_MS);
    };
    narrow.addEventListener('change', adapt);
    return () => {
      clearTimeout(timer);
      narrow.removeEventListener('change', adapt);
    };
  }, []);
}
