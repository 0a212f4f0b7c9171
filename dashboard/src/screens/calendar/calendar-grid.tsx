import {
  type CalendarOptions,
  type CalendarRef,
  type EventApi,
  type EventInput,
  Calendar as FullCalendar,
} from '@fullcalendar/preact';
import dayGridPlugin from '@fullcalendar/preact/daygrid';
import interactionPlugin from '@fullcalendar/preact/interaction';
import classicTheme from '@fullcalendar/preact/themes/classic';
import timeGridPlugin from '@fullcalendar/preact/timegrid';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { locale, t } from '../../language/texts.ts';
import { type CalendarEvent, capPerDay, shownEnd } from './calendar-events.ts';
import { CalendarPost } from './calendar-post.tsx';
import { firstDayOfWeek, type Period, timeFormat, timeWriter } from './periods.ts';

interface CalendarGridProps {
  period: Period;
  events: CalendarEvent[];
  timeZone: string;
  isEditable: boolean;
  onOpen: (event: CalendarEvent) => void;
  /** The posts of a day that the month does not show were asked for. */
  onMore: (day: string) => void;
  /** A post was dropped on another time. `revert` moves it back. */
  onMove: (event: CalendarEvent, to: string, revert: () => void) => void;
  /** A day was chosen, or a time in the week. Null where new posts are not offered. */
  onPick: ((time: { day: string } | { instant: string }) => void) | null;
}

const PLUGINS = [dayGridPlugin, timeGridPlugin, interactionPlugin, classicTheme];
// FullCalendar renders also the events that it hides, which takes too long for a thousand.
const MAX_EVENTS_PER_DAY = 4;
const VIEW_NAMES = { month: 'dayGridMonth', week: 'timeGridWeek', list: 'dayGridMonth' };
const VIEWS = {
  dayGridMonth: { fixedWeekCount: false, eventOrder: 'order,start' },
  timeGridWeek: {
    allDaySlot: false,
    navLinks: false,
    nowIndicator: true,
    slotDuration: '01:00:00',
    slotMinHeight: 44,
    snapDuration: '00:15:00',
    eventMaxStack: 2,
    eventMinHeight: 38,
    slotEventOverlap: false,
  },
};

/** The posts of a month or a week. Dragging a post reschedules it. */
export function CalendarGrid(props: CalendarGridProps) {
  const { period, events, timeZone, isEditable } = props;
  const latest = useRef(props);
  latest.current = props;
  const root = useRef<HTMLDivElement>(null);
  const calendar = useRef<CalendarRef>(null);
  const view = VIEW_NAMES[period.view];
  const isMonth = period.view !== 'week';
  const inputs = useMemo(() => {
    const timeOf = timeWriter(timeZone);
    const toPost = (event: CalendarEvent) => toInput(event, timeOf(event.scheduledAt), timeZone);
    if (!isMonth) return events.map(toPost);
    const { shown, more } = capPerDay(events, timeZone, MAX_EVENTS_PER_DAY);
    return [...shown.map(toPost), ...more.map(toMoreInput)];
  }, [events, timeZone, isMonth]);
  useLayoutEffect(() => calendar.current?.getApi().changeView(view, period.day), [view, period.day]);
  useEffect(() => {
    const observer = new MutationObserver(() => nameByText(root.current!));
    const attributeFilter = ['aria-label', 'aria-hidden'];
    observer.observe(root.current!, { subtree: true, childList: true, attributes: true, attributeFilter });
    nameByText(root.current!);
    return () => observer.disconnect();
  }, []);
  // FullCalendar renders everything again when a handler changes.
  const time = useMemo(() => timeFormat(locale()), []);
  const handlers = useMemo(() => handlersOf(latest), []);
  return (
    <div class={isMonth ? 'calendar' : 'calendar week'} ref={root}>
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        initialView={view}
        initialDate={period.day}
        views={VIEWS}
        headerToolbar={false}
        height="auto"
        // FullCalendar counts from Sunday, which is 0.
        firstDay={firstDayOfWeek(locale()) % 7}
        locale={locale()}
        timeZone={timeZone}
        events={inputs}
        eventContent={EventContent}
        slotHeaderFormat={time}
        eventDisplay="block"
        eventInteractive
        eventDurationEditable={false}
        editable={isEditable}
        dragRevertDuration={0}
        navLinkHint={t('calendar.newPostOn', { day: '$0' })}
        navLinks={props.onPick !== null}
        {...handlers}
      />
    </div>
  );
}

function handlersOf(latest: { current: CalendarGridProps }): CalendarOptions {
  return {
    navLinkDayClick: (date) => {
      const { timeZone, onPick } = latest.current;
      onPick?.({ day: new Intl.DateTimeFormat('en-CA', { timeZone }).format(date) });
    },
    dateClick: ({ date, dateStr, allDay }) => {
      latest.current.onPick?.(allDay ? { day: dateStr } : { instant: date.toISOString() });
    },
    eventClick: ({ event, jsEvent }) => {
      jsEvent.preventDefault();
      const { post, more }: InputProps = event.extendedProps;
      if (post) latest.current.onOpen(post);
      if (more) latest.current.onMore(more.day);
    },
    eventDrop: ({ event, revert }) => {
      const { post }: InputProps = event.extendedProps;
      if (post && event.start) latest.current.onMove(post, event.start.toISOString(), revert);
    },
  };
}

// FullCalendar names a cell by its date alone, which hides its posts, and has headers without text.
function nameByText(root: HTMLElement): void {
  for (const cell of root.querySelectorAll('[role="gridcell"][aria-label]')) cell.removeAttribute('aria-label');
  for (const text of root.querySelectorAll('[role="columnheader"] [aria-hidden]')) text.removeAttribute('aria-hidden');
  for (const header of root.querySelectorAll('[role="rowheader"]:empty')) header.setAttribute('role', 'gridcell');
}

/** What an event of FullCalendar stands for: a post, or the posts of a day that the month does not show. */
interface InputProps {
  post?: CalendarEvent;
  timeText?: string;
  more?: { day: string; count: number };
  /** Events are sorted by it, then by time. */
  order?: number;
}

function toInput(post: CalendarEvent, timeText: string, timeZone: string): EventInput {
  const extendedProps: InputProps = { post, timeText, order: 0 };
  const times = { start: post.scheduledAt, end: shownEnd(post.scheduledAt, timeZone) };
  return { id: post.id, ...times, startEditable: post.isMovable, extendedProps };
}

function toMoreInput(more: { day: string; count: number }): EventInput {
  const extendedProps: InputProps = { more, order: 1 };
  return { id: `more ${more.day}`, start: `${more.day}T12:00:00`, startEditable: false, extendedProps };
}

function EventContent({ event }: { event: EventApi }) {
  const { post, more, timeText = '' }: InputProps = event.extendedProps;
  if (more) return <span class="calendar-more">{t('calendar.more', { count: more.count })}</span>;
  return post ? <CalendarPost post={post} timeText={timeText} /> : null;
}
