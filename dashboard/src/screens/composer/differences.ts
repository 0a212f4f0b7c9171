import { joinLabels, parseLabels } from '../../content/label-names.ts';
import { t } from '../../language/texts.ts';
import { PLATFORMS, platformName } from '../../platforms.ts';
import { type Draft, draftOf, type Item } from './draft.ts';
import { type DraftFile, mediaOf } from './draft-files.ts';
import type { DraftPart } from './draft-thread.ts';
import { titleOf } from './draft-title.ts';

/** A field in which a draft and a saved item differ, as text. */
export interface Difference {
  field: string;
  mine: string;
  theirs: string;
}

/** How the values of fields are shown. */
interface Names {
  timeOf: (at: string) => string;
  /** Return the name of an account by its id. */
  accountOf: (id: string) => string;
}

/** List the fields in which a draft and a saved item differ. */
export function differences(draft: Draft, item: Item, { timeOf, accountOf }: Names): Difference[] {
  const theirs = draftOf(item);
  const time = ({ timing, scheduledAt }: Draft) =>
    (timing === 'schedule' || timing === 'queue') && scheduledAt
      ? timeOf(scheduledAt)
      : t(timing === 'now' ? 'composer.now' : timing === 'queue' ? 'composer.nextSlot' : 'composer.noTime');
  const fields: [string, (of: Draft) => string][] = [
    [t('words.title'), titleOf],
    [t('words.text'), ({ text }) => text],
    [t('words.platforms'), ({ platforms }) => platforms.map(platformName).join(', ')],
    [t('words.accounts'), ({ accounts }) => accounts.map(accountOf).join(', ')],
    [t('words.files'), ({ files }) => filesText(files)],
    [t('composer.thread'), ({ thread }) => threadText(thread)],
    [t('content.firstComment'), ({ firstComment }) => firstComment],
    [t('labels.labels'), ({ labels }) => joinLabels(parseLabels(labels))],
    [t('labels.campaign'), ({ campaign }) => campaign.trim()],
    [t('composer.timeField'), time],
  ];
  const rows = fields.map(([field, read]) => ({ field, mine: read(draft), theirs: read(theirs) }));
  const own = PLATFORMS.filter((platform) => draft.platforms.includes(platform)).flatMap((platform) => {
    const name = { platform: platformName(platform) };
    const ownFields: [string, (of: Draft) => string | undefined][] = [
      [t('composer.textFor', name), ({ options }) => options[platform]?.text],
      [t('composer.filesFor', name), ({ options }) => ownText(options[platform]?.files, filesText)],
      [t('composer.threadFor', name), ({ options }) => ownText(options[platform]?.thread, threadText)],
      [t('composer.commentFor', name), ({ options }) => ownText(options[platform]?.firstComment, (text) => text ?? '')],
      [t('composer.linkFor', name), ({ options }) => options[platform]?.link],
      [t('composer.visibilityOn', name), ({ options }) => options[platform]?.visibility],
    ];
    return ownFields.map(([field, read]) => ({ field, mine: read(draft) ?? '', theirs: read(theirs) ?? '' }));
  });
  return [...rows, ...own].filter(({ mine, theirs: other }) => mine !== other);
}

function filesText(files: DraftFile[]): string {
  return mediaOf(files)
    .map(({ media_id, url = '', alt }) => `${media_id ?? url}${alt ? ` (${alt})` : ''}`)
    .join('\n');
}

function threadText(thread: DraftPart[]): string {
  return thread.map(({ text, files }) => [text, filesText(files)].filter(Boolean).join('\n')).join('\n\n');
}

function ownText<T>(own: T | undefined, toText: (own: T) => string): string {
  return own === undefined ? t('composer.sameAsPost') : toText(own) || t('composer.none');
}
