import { bold } from '../../components/elements.tsx';
import { Status } from '../../components/status.tsx';
import type { Content } from '../../content/content.ts';
import { rich, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';

/** Say that a post has changed in the meantime, so that it was not moved, and what it is now. */
export function ChangedText({ current }: { current: Content | null }) {
  const { timeZone } = useTimeZone();
  return (
    <div class="message error" role="alert">
      {current === null ? (
        <p>{rich('calendar.notMovedDeleted', { strong: bold })}</p>
      ) : (
        <>
          <p>
            {rich(current.scheduled_at ? 'calendar.notMovedAt' : 'calendar.notMoved', {
              strong: bold,
              title: current.title,
              status: () => <Status status={current.status} />,
              time: current.scheduled_at && formatTime(current.scheduled_at, timeZone),
            })}
          </p>
          <p>
            {t('calendar.upToDate')} <a href={`#/posts/${current.id}`}>{t('calendar.openPost')}</a>
          </p>
        </>
      )}
    </div>
  );
}
