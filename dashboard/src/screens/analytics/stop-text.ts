import type { Schemas } from '../../api/client.ts';

type Stop = Schemas['Performance']['coverage'][number]['stopped'][number];

/** Say why metrics of a platform are no longer updated. Times are formatted by `format`. */
export function stopText(
  { reason, accounts, since, published_before, resumes_at }: Stop,
  format: (at: string) => string,
): string {
  const of = accounts === 1 ? 'one account' : `${accounts} accounts`;
  const sinceText = since === null ? '' : ` since ${format(since)}`;
  switch (reason) {
    case 'off':
      return `Updates of ${of} are off${sinceText}.`;
    case 'budget_used_up':
      return `The monthly budget of ${of} is used up${sinceText}. Updates continue ${resumes_at === null ? 'later' : format(resumes_at)}.`;
    case 'schedule_ended':
      return `Posts of ${of} from before ${published_before === null ? 'now' : format(published_before)} are no longer updated: their schedule has ended.`;
  }
}
