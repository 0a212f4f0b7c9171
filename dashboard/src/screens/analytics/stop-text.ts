import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';

type Stop = Schemas['Performance']['coverage'][number]['stopped'][number];

/** Say why metrics of a platform are no longer updated. Times are formatted by `format`. */
export function stopText(
  { reason, accounts, since, published_before, resumes_at }: Stop,
  format: (at: string) => string,
): string {
  switch (reason) {
    case 'off':
      return since === null
        ? t('analytics.stop_off', { accounts })
        : t('analytics.stop_offSince', { accounts, since: format(since) });
    case 'budget_used_up':
      return t('analytics.stop_budget', {
        accounts,
        hasSince: since !== null,
        since: since && format(since),
        resumes: resumes_at === null ? t('analytics.later') : format(resumes_at),
      });
    case 'schedule_ended':
      return t('analytics.stop_ended', {
        accounts,
        before: published_before === null ? t('analytics.now') : format(published_before),
      });
  }
}
