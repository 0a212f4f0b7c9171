import * as z from 'zod/mini';
import type { InboundEngagement } from '../../kit/publisher.ts';
import { PlatformId, TextOrNull, validItems } from '../../kit/webhook-payload.ts';

// Source: docs.x.com, Account Activity API, data objects, November 2026.
const Activity = z.object({ for_user_id: z.string(), tweet_create_events: z.unknown() });

const Mentions = z.object({ user_mentions: z.array(z.catch(z.object({ id_str: z.string() }), { id_str: '' })) });
const Post = z.object({
  id_str: PlatformId,
  text: TextOrNull,
  timestamp_ms: z.catch(z.optional(z.string()), undefined),
  created_at: z.catch(z.optional(z.string()), undefined),
  in_reply_to_status_id_str: z.catch(z.nullish(PlatformId), null),
  retweeted_status: z.optional(z.unknown()),
  user: z.object({ id_str: z.string(), screen_name: TextOrNull }),
  entities: z.catch(z.nullish(Mentions), null),
  extended_tweet: z.catch(
    z.nullish(z.object({ full_text: TextOrNull, entities: z.catch(z.nullish(Mentions), null) })),
    null,
  ),
});
type Post = z.infer<typeof Post>;

/**
 * Parse replies, and posts that mention the account; not its own posts, and no reposts. A reply that mentions the
 * account is returned as both under one id, comment first: on a published post it counts as the comment, elsewhere as
 * the mention. Skips likes and reposts, which metric polls count.
 */
export function parseTwitterWebhook(body: unknown, accountId: string): InboundEngagement[] {
  return validItems(Activity, body)
    .filter(({ for_user_id }) => for_user_id === accountId)
    .flatMap(({ tweet_create_events }) => validItems(Post, tweet_create_events))
    .filter(({ user, retweeted_status }) => user.id_str !== accountId && !retweeted_status)
    .flatMap((post) => {
      const parent = post.in_reply_to_status_id_str ?? null;
      const said = {
        actor: post.user.screen_name,
        text: post.extended_tweet?.full_text ?? post.text,
        occurred_ms: parseTime(post),
        external_id: post.id_str,
      };
      return [
        ...(parent === null ? [] : [{ kind: 'comment' as const, post_id: parent, ...said }]),
        ...(mentions(post, accountId) ? [{ kind: 'mention' as const, post_id: post.id_str, ...said }] : []),
      ];
    });
}

function mentions({ entities, extended_tweet }: Post, accountId: string): boolean {
  const all = [...(entities?.user_mentions ?? []), ...(extended_tweet?.entities?.user_mentions ?? [])];
  return all.some(({ id_str }) => id_str === accountId);
}

function parseTime({ timestamp_ms, created_at }: Post): number | null {
  const ms = timestamp_ms === undefined ? Date.parse(created_at ?? '') : Number(timestamp_ms);
  return Number.isFinite(ms) ? ms : null;
}
