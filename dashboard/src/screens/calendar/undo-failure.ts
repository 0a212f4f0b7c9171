import { ApiProblem } from '../../api/problem.ts';
import { t } from '../../language/texts.ts';
import { ChangedConcurrently } from './reschedule.ts';

/** Say why a post was not moved back to its earlier time. */
export function undoFailureText(title: string, error: unknown): string {
  if (error instanceof ChangedConcurrently) {
    return t(error.current === null ? 'calendar.notUndoneDeleted' : 'calendar.notUndoneChanged', { title });
  }
  if (error instanceof ApiProblem) return t('calendar.notUndone', { title, reason: reasonOf(error) });
  return t('calendar.undoUnknown', { title });
}

function reasonOf({ problem }: ApiProblem): string {
  return problem.errors?.[0]?.detail ?? problem.detail;
}
