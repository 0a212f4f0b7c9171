import { ALARMS } from '../../lib/stack/alarms.ts';
import type { Stage } from '../../lib/stack/stage-settings.ts';

/**
 * Compare the setting `concurrencyQuota` with the Lambda quota of the account, of which the alarm AccountConcurrency shall
 * fire at a share. Returns the lines to print: none in a stage without alarms, which does not use the setting.
 */
export function checkConcurrencySetting(
  { name, hasAlarms, concurrencyQuota }: Pick<Stage, 'name' | 'hasAlarms' | 'concurrencyQuota'>,
  quota: number,
): string[] {
  if (!hasAlarms || concurrencyQuota === quota) return [];
  const { threshold } = ALARMS.AccountConcurrency!;
  const firesAt = Math.ceil((threshold * concurrencyQuota) / quota);
  const effect = firesAt > 100 ? 'can never fire' : `fires at ${firesAt} % of the quota instead of ${threshold} %`;
  return [
    `The setting concurrencyQuota is ${concurrencyQuota}, and the quota of the account is ${quota}: the alarm AccountConcurrency ${effect}. Put "concurrencyQuota": ${quota} into settings/${name}.json.`,
  ];
}
