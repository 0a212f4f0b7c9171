import { PLATFORMS, type Platform } from '../../platforms.ts';
import { type Draft, draftOf, type Item, mediaOf } from './draft.ts';

/** A field in which a draft and a saved item differ, as text. `platform` is set for a text of its own. */
export interface Difference {
  field: string;
  platform: Platform | null;
  mine: string;
  theirs: string;
}

/** List the fields in which a draft and a saved item differ. */
export function differences(draft: Draft, item: Item, formatTime: (at: string) => string): Difference[] {
  const theirs = draftOf(item);
  const time = ({ timing, scheduledAt }: Draft) =>
    timing === 'schedule' && scheduledAt ? formatTime(scheduledAt) : timing === 'now' ? 'Now' : 'No time';
  const images = (of: Draft) =>
    mediaOf(of).map(({ media_id, url = '', alt }) => `${media_id ?? url}${alt ? ` (${alt})` : ''}`);
  const fields: [string, (of: Draft) => string][] = [
    ['Title', ({ title }) => title],
    ['Text', ({ text }) => text],
    ['Platforms', ({ platforms }) => platforms.join(', ')],
    ['Accounts', ({ accounts }) => accounts.join(', ')],
    ['Images', (of) => images(of).join('\n')],
    ['Time', time],
  ];
  const rows = fields.map(([field, read]) => ({ field, platform: null, mine: read(draft), theirs: read(theirs) }));
  const own = PLATFORMS.filter((platform) => draft.platforms.includes(platform)).map((platform) => ({
    field: 'Text for',
    platform,
    mine: draft.overrides[platform] ?? '',
    theirs: theirs.overrides[platform] ?? '',
  }));
  return [...rows, ...own].filter(({ mine, theirs: other }) => mine !== other);
}
