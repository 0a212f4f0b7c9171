import * as z from 'zod';
import type { Told } from '../domain/inbound.ts';
import { ForeignId, fitting, TextOrNull } from './payload.ts';

// With Business Login for Instagram the change stands in the entry itself, with Facebook Login in its `changes`.
// Source: developers.facebook.com, Instagram Platform, webhook notification examples, November 2026.
const Notification = z.object({ entry: z.unknown() });
const Change = z.object({ field: z.string(), value: z.unknown() });
const Entry = z.object({
  id: ForeignId,
  time: z.number().optional().catch(undefined),
  field: z.unknown().optional(),
  value: z.unknown().optional(),
  changes: z.unknown().optional(),
});
type Entry = z.infer<typeof Entry>;

const Comment = z.object({
  id: ForeignId,
  text: TextOrNull,
  from: z.object({ id: z.string().optional(), username: TextOrNull }).nullish().catch(null),
  media: z.object({ id: ForeignId }),
});
const Mention = z.object({ media_id: ForeignId, comment_id: ForeignId.nullish().catch(null) });

/** Comments at media of the account, but its own, and mentions of it: of these Meta says neither who nor what. */
export function readInstagram(body: unknown, accountId: string): Told[] {
  return fitting(Notification, body)
    .flatMap(({ entry }) => fitting(Entry, entry))
    .flatMap((entry) =>
      [entry, ...(Array.isArray(entry.changes) ? entry.changes : [])]
        .flatMap((change) => fitting(Change, change))
        .flatMap(({ field, value }) => READERS.get(field)?.(value, entry, accountId) ?? []),
    );
}

const READERS = new Map<string, (value: unknown, entry: Entry, accountId: string) => Told[]>([
  ['comments', commentsIn],
  ['mentions', mentionsIn],
]);

function commentsIn(value: unknown, entry: Entry, accountId: string): Told[] {
  return fitting(Comment, value)
    .filter(({ from }) => from?.id !== entry.id && from?.id !== accountId)
    .map(({ id, text, from, media }) => ({
      kind: 'comment',
      post_id: media.id,
      actor: from?.username ?? null,
      text,
      occurred_ms: timeOf(entry),
      external_id: id,
    }));
}

function mentionsIn(value: unknown, entry: Entry, accountId: string): Told[] {
  // One app has one address for all its accounts: a mention of another one is not of this workspace.
  if (entry.id !== accountId) return [];
  return fitting(Mention, value).map(({ media_id, comment_id }) => ({
    kind: 'mention',
    post_id: media_id,
    actor: null,
    text: null,
    occurred_ms: timeOf(entry),
    // Apart from the comment itself, of which Meta tells too where it is at media of the account.
    external_id: `mention:${comment_id ?? media_id}`,
  }));
}

// In seconds with some kinds of notification, in milliseconds with others.
function timeOf({ time }: Entry): number | null {
  if (time === undefined) return null;
  return time < 100_000_000_000 ? time * 1000 : time;
}
