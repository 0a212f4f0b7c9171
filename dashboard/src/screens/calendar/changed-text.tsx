import { Status } from '../../components/status.tsx';
import type { Content } from '../../content/content.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';

/** Say that a post has changed in the meantime, so that it was not moved, and what it is now. */
export function ChangedText({ current }: { current: Content | null }) {
  const { timeZone } = useTimeZone();
  return (
    <div class="message error" role="alert">
      {current === null ? (
        <p>
          <strong>The post was not moved.</strong> Another member deleted this post.
        </p>
      ) : (
        <>
          <p>
            <strong>“{current.title}” was not moved,</strong> because another member changed it. Its status is{' '}
            <Status status={current.status} />
            {current.scheduled_at && <> for {formatTime(current.scheduled_at, timeZone)}</>}.
          </p>
          <p>
            The calendar is up to date. Check the post and reschedule it if needed.{' '}
            <a href={`#/posts/${current.id}`}>Open post</a>
          </p>
        </>
      )}
    </div>
  );
}
