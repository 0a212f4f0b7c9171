import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  Repeat,
} from 'lucide-preact';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { statusKind } from '../../components/status.tsx';
import { Thumbnail } from '../../content/thumbnail.tsx';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { statusText } from '../../words.ts';
import type { CalendarEvent } from './calendar-events.ts';

// What is scheduled has no mark: it is what a calendar shows.
const MARKS: Record<string, LucideIcon> = {
  published: CircleCheck,
  partially_published: CircleAlert,
  unconfirmed: CircleAlert,
  failed: CircleX,
  publishing: LoaderCircle,
};

/** A post in the calendar: its platforms, time, title and thumbnail, and its status as a mark and for screen readers. */
export function CalendarPost({ post, timeText }: { post: CalendarEvent; timeText: string }) {
  const Mark = post.isHalted ? OctagonX : post.isHeld ? CirclePause : MARKS[post.status];
  const text = statusText(post.status);
  const stopped = post.isHalted ? t('components.halted') : post.isHeld ? t('components.held') : null;
  const status = stopped === null ? text : `${text}, ${stopped}`;
  const platforms = post.platforms.map(platformName).join(', ');
  return (
    <span
      class={`calendar-post ${stopped !== null ? 'warn' : statusKind(post.status)}`}
      title={`${post.title} (${status})`}
    >
      <span class="calendar-post-text">
        <span class="calendar-post-head">
          {Mark && <Mark size={11} class="calendar-post-mark" />}
          {post.isRecurring && <Repeat size={11} class="calendar-post-mark" />}
          <b>{timeText}</b>
          {post.platforms.map((platform) => (
            <PlatformIcon key={platform} platform={platform} size={11} />
          ))}
        </span>
        <span class="calendar-post-title">{post.title}</span>
        <span class="visually-hidden">
          {post.isRecurring && `${t('recurrences.ofPost')}. `}
          {t(post.isSandbox ? 'calendar.eventInSandbox' : 'calendar.event', { status, platforms })}
        </span>
      </span>
      {post.thumbnail && <Thumbnail file={post.thumbnail} size={28} />}
    </span>
  );
}
