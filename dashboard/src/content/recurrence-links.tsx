import type { Schemas } from '../api/client.ts';
import { t } from '../language/texts.ts';
import { usePermission } from '../session-context.tsx';

/** Where a post of a recurrence leads: to the recurrence, and to the change of this and the following posts. */
export function RecurrenceLinks({ of: { id, date } }: { of: NonNullable<Schemas['Content']['recurrence']> }) {
  const canWrite = usePermission('schedule:write', 'content:write');
  return (
    <span>
      <a href={`#/recurrences/${id}`}>{t('recurrences.ofPost')}</a>
      {canWrite && (
        <>
          {' · '}
          <a href={`#/recurrences/${id}?from=${date}`}>{t('recurrences.editFollowing')}</a>
        </>
      )}
    </span>
  );
}
