import { EmptyState } from '../../components/feedback.tsx';
import { usePermission } from '../../session-context.tsx';
import { type Period, titleOf } from './periods.ts';

/** Say that a period has no posts, and name the first step. */
export function NothingScheduled({ period }: { period: Period }) {
  const canWrite = usePermission('content:write');
  return (
    <EmptyState title={`Nothing is scheduled for ${titleOf(period)}`}>
      {canWrite ? (
        <>
          <p>Create a post and choose a time. In the month and week views, you can also select a day.</p>
          <p>
            <a class="button primary" href="#/compose">
              Create a post
            </a>
          </p>
        </>
      ) : (
        <p>Scheduled posts appear here.</p>
      )}
    </EmptyState>
  );
}
