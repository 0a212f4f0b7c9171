import * as z from 'zod/mini';
import type { InboundEngagement } from '../../kit/publisher.ts';
import { PlatformId, TextOrNull, validItems } from '../../kit/webhook-payload.ts';

// With Business Login for Instagram the entry contains the change itself, with Facebook Login its `changes`.
// Source: developers.facebook.com, Instagram Platform, webhook notification examples, November 2026.
const Notification = z.object({ entry: z.unknown() });
const Change = z.object({ field: z.string(), value: z.unknown() });
const Entry = z.object({
  id: PlatformId,
  time: z.catch(z.optional(z.number()), undefined),
  field: z.optional(z.unknown()),
  value: z.optional(z.unknown()),
  changes: z.optional(z.unknown()),
});
type Entry = z.infer<typeof Entry>;

const Comment = z.object({
  id: PlatformId,
  text: TextOrNull,
  from: z.catch(z.nullish(z.object({ id: z.optional(z.string()), username: TextOrNull })), null),
  media: z.object({ id: PlatformId }),
});
const Mention = z.object({ media_id: PlatformId, comment_id: z.catch(z.nullish(PlatformId), null) });

/** Parse comments on media of the account, except its own, and mentions, which have no author or text. */
export function parseInstagramWebhook(body: unknown, accountId: string): InboundEngagement[] {
  return validItems(Notification, body)
    .flatMap(({ entry }) => validItems(Entry, entry))
    .flatMap((entry) =>
      [entry, ...(Array.isArray(entry.changes) ? entry.changes : [])]
        .flatMap((change) => validItems(Change, change))
        .flatMap(({ field, value }) => FIELD_PARSERS.get(field)?.(value, entry, accountId) ?? []),
    );
}

const FIELD_PARSERS = new Map([
  ['comments', parseComments],
  ['mentions', parseMentions],
]);

function parseComments(value: unknown, entry: Entry, accountId: string): InboundEngagement[] {
  const occurred_ms = parseTime(entry);
  return validItems(Comment, value)
    .filter(({ from }) => from?.id !== entry.id && from?.id !== accountId)
    .map(({ id: external_id, text, from, media }) => {
      return { kind: 'comment', post_id: media.id, actor: from?.username ?? null, text, occurred_ms, external_id };
    });
}

function parseMentions(value: unknown, entry: Entry, accountId: string): InboundEngagement[] {
  // One app has one webhook URL for all its accounts: a mention of another account belongs to another workspace.
  if (entry.id !== accountId) return [];
  const occurred_ms = parseTime(entry);
  return validItems(Mention, value).map(({ media_id, comment_id }) => {
    // Distinct from the comment itself, which Meta also reports when it is on media of the account.
    const external_id = `mention:${comment_id ?? media_id}`;
    return { kind: 'mention', post_id: media_id, actor: null, text: null, occurred_ms, external_id };
  });
}

/** Parse a time that is in seconds in some notifications, in milliseconds in others. */
function parseTime({ time }: Entry): number | null {
  if (time === undefined) return null;
  return time < 100_000_000_000 ? time * 1000 : time;
}
