import type { Schemas } from '../api/client.ts';
import { t } from '../language/texts.ts';
import { usePermission, useSession } from '../session-context.tsx';

/** The link of a post to the queue in whose slot it is, which says whether the queue is paused. */
export function QueueLink({ of: { id, held } }: { of: NonNullable<Schemas['Content']['queue']> }) {
  const { portal } = useSession();
  return (
    <span>
      {portal ? t('queues.ofPost') : <a href={`#/queues/${id}`}>{t('queues.ofPost')}</a>}
      {held && ` ${t('recurrences.held')}`}
    </span>
  );
}

/** Where a post of a recurrence leads: to the recurrence, and to the change of this and the following posts. */
export function RecurrenceLinks({ of: { id, date, held } }: { of: NonNullable<Schemas['Content']['recurrence']> }) {
  const { portal } = useSession();
  const canWrite = usePermission('schedule:write', 'content:write') && !portal;
  return (
    <span>
      {portal ? t('recurrences.ofPost') : <a href={`#/recurrences/${id}`}>{t('recurrences.ofPost')}</a>}
      {held && ` ${t('recurrences.held')}`}
      {canWrite && (
        <>
          {' · '}
          <a href={`#/recurrences/${id}?from=${date}`}>{t('recurrences.editFollowing')}</a>
        </>
      )}
    </span>
  );
}
