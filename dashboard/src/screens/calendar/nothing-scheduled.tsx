import { EmptyState } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { type Period, titleOf } from './periods.ts';

/** Say that a period has no posts, and name the first step. */
export function NothingScheduled({ period, isFiltered }: { period: Period; isFiltered: boolean }) {
  const canWrite = usePermission('content:write');
  if (isFiltered) {
    return (
      <EmptyState title={t('calendar.noMatch', { period: titleOf(period) })}>
        <p>{t('calendar.noMatchHint')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('calendar.nothing', { period: titleOf(period) })}>
      {canWrite ? (
        <>
          <p>{t('calendar.nothingHint')}</p>
          <p>
            <a class="button primary" href="#/compose">
              {t('words.createPost')}
            </a>
          </p>
        </>
      ) : (
        <p>{t('calendar.nothingYet')}</p>
      )}
    </EmptyState>
  );
}
