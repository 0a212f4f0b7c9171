import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Halted, Held } from '../../components/halted.tsx';
import { PlatformIcons } from '../../components/platform-icon.tsx';
import { Status } from '../../components/status.tsx';
import { Thumbnail } from '../../content/thumbnail.tsx';
import { t } from '../../language/texts.ts';
import { type CalendarEvent, groupByDay } from './calendar-events.ts';
import { dayTitle } from './periods.ts';

interface CalendarListProps {
  /** The day to continue at, or null. */
  startDay: string | null;
  events: CalendarEvent[];
  timeZone: string;
  onOpen: (event: CalendarEvent) => void;
}

/** The posts of a month by day, for narrow screens and screen readers. */
export function CalendarList({ startDay, events, timeZone, onOpen }: CalendarListProps) {
  const days = useMemo(() => groupByDay(events, timeZone), [events, timeZone]);
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    start.current?.scrollIntoView();
    start.current?.focus();
  }, [startDay]);
  return (
    <div>
      {days.map(({ day, timed }) => (
        <section key={day} class="calendar-list-day">
          <h3 ref={day === startDay ? start : null} tabIndex={-1}>
            {dayTitle(day)}
          </h3>
          <ul>
            {timed.map(({ event, time }) => (
              <li key={event.id}>
                <Button onClick={() => onOpen(event)}>
                  <span class="calendar-list-time">{time}</span>
                  <Thumbnail file={event.thumbnail} size={44} />
                  <span class="calendar-list-post">
                    <span class="calendar-list-title">{event.title}</span>
                    <span class="calendar-list-targets">
                      <Status status={event.status} />
                      <PlatformIcons platforms={event.platforms} />
                      {event.isHalted && <Halted />}
                      {event.isHeld && <Held />}
                      {event.isSandbox && <span class="sandbox">{t('words.sandbox')}</span>}
                    </span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
