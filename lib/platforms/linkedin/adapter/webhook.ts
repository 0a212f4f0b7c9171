import * as z from 'zod/mini';
import type { InboundEngagement } from '../../kit/publisher.ts';
import { PlatformId, TextOrNull, validItems } from '../../kit/webhook-payload.ts';

// Source: learn.microsoft.com, Organization Social Action Notifications, November 2026.
const Notifications = z.object({ notifications: z.unknown() });
const Action = z.object({
  organizationalEntity: z.string(),
  action: z.string(),
  sourcePost: PlatformId,
  generatedActivity: z.catch(z.nullish(PlatformId), null),
  lastModifiedAt: z.catch(z.nullish(z.number()), null),
  decoratedGeneratedActivity: z.catch(
    z.nullish(z.object({ comment: z.catch(z.nullish(z.object({ owner: TextOrNull, text: TextOrNull })), null) })),
    null,
  ),
});

const KINDS: Record<string, InboundEngagement['kind']> = { COMMENT: 'comment', SHARE_MENTION: 'mention' };

/**
 * Parse comments on posts of the organization, and posts that mention it. Skips comments by its administrators, which
 * arrive as another action, and likes and shares, which metric polls count.
 */
export function parseLinkedInWebhook(body: unknown, accountId: string): InboundEngagement[] {
  return validItems(Notifications, body)
    .flatMap(({ notifications }) => validItems(Action, notifications))
    .filter(({ organizationalEntity }) => organizationalEntity === accountId)
    .flatMap(({ action, sourcePost, generatedActivity, lastModifiedAt, decoratedGeneratedActivity }) => {
      const kind = Object.hasOwn(KINDS, action) ? KINDS[action] : undefined;
      const { owner = null, text = null } = decoratedGeneratedActivity?.comment ?? {};
      const external_id = generatedActivity ?? (kind === 'mention' ? sourcePost : null);
      if (!kind || !external_id || owner === accountId) return [];
      const occurred_ms = lastModifiedAt ?? null;
      return [{ kind, post_id: sourcePost, actor: owner, text, occurred_ms, external_id }];
    });
}
