import type { Content, Target } from '../../typescript/src/types.ts';
import { localTime, publicationTime } from './cell.ts';
import { renderFields, tableOf } from './object-view.ts';
import type { Row } from './table.ts';

/** A target as a response has it: that of a list has no timeline. */
type ListedTarget = Omit<Target, 'timeline'> & Partial<Pick<Target, 'timeline'>>;

/** Tell whether an object is a content item. */
export function isContent(value: object): value is Content {
  const { id, targets } = value as Partial<Content>;
  return typeof id === 'string' && id.startsWith('cnt_') && Array.isArray(targets);
}

/** Write a content item: its fields that have a value, the outcome on each platform, and what has happened. */
export function renderContent(item: Content, width: number): string {
  const { targets, scheduled_at, scheduled_local, warnings, approval, title, description, thread } = item;
  const fields: [string, unknown][] = [
    ['id', item.id],
    ['title', title],
    ['text', description],
    ['thread', thread.length === 0 ? null : thread.map(({ text }) => text)],
    ['first comment', item.first_comment],
    ['status', item.status],
    ['platforms', item.platforms],
    ['time', scheduled_at === null ? null : publicationTime({ scheduled_at, scheduled_local })],
    ['media', item.media.length === 0 ? null : item.media.length],
    ['labels', item.labels],
    ['campaign', item.campaign],
    ['approval', approval?.status],
    ['created', item.created_at],
    ['actions', item.available_actions],
    ['etag', (item as { etag?: string }).etag],
  ];
  const hasValue = ([, value]: [string, unknown]) =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  const events = targets.flatMap(({ platform, timeline }: ListedTarget) =>
    (timeline ?? []).map(({ at, type, detail }) => ({ at, platform, event: type, detail })),
  );
  return [
    renderFields(fields.filter(hasValue)),
    ...(targets.length > 0 ? [tableOf('targets', targetRows(targets), width)] : []),
    ...(warnings?.length > 0 ? [tableOf('warnings', warnings as unknown as Row[], width)] : []),
    ...(events.length > 0 ? [tableOf('timeline', timelineRows(events), width)] : []),
  ].join('\n\n');
}

/** List the outcome of each target, of a thread that of each part: its URL, or what went wrong. */
export function targetRows(targets: readonly ListedTarget[]): Row[] {
  return targets.flatMap((target) => {
    const { platform, status, url, error } = target;
    const parts = target.parts.length > 0 ? target.parts : [{ status, url, error }];
    return parts.map((part, index) => ({
      platform,
      ...(parts.length > 1 && { part: `${index + 1}/${parts.length}` }),
      status: part.status,
      result: part.error?.message ?? part.url ?? publicationTime(target),
    }));
  });
}

/** List the URLs of the posts of an item, one per part. */
export function urlsOf({ targets }: Content): string[] {
  return targets.flatMap(({ url, parts }) => {
    const urls = parts.length > 0 ? parts.map((part) => part.url) : [url];
    return urls.filter((each) => each !== null);
  });
}

function timelineRows(events: { at: string }[]): Row[] {
  return events
    .sort((one, other) => one.at.localeCompare(other.at))
    .map((event) => ({ ...event, at: localTime(event.at) }));
}
