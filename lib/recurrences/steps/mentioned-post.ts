import type { MentionOptions } from '../../content/rules/content.ts';
import { applyTemplates } from '../../templates/rules/apply-templates.ts';
import { loadNamedTemplates } from '../../templates/steps/named-templates.ts';
import type { RecurringPost } from '../rules/recurrence.ts';

/** The post of an item: saved mentions are handles, in options of the platforms. */
export type MentionedPost = RecurringPost & { mention_options?: MentionOptions };

/** Who reads saved mentions: what of a caller decides about it. */
export type Reader = Parameters<typeof loadNamedTemplates>[0];

/** Return who reads the saved mentions of a recurrence when its items are made. */
export function makerOf({ workspace_id }: { workspace_id: string }): Reader {
  return { workspace: { id: workspace_id }, permissions: ['content:read'] };
}

/**
 * Replace the saved mentions in the texts of a post by their present handles; the post itself without any. Throws 422 at
 * the text of an unknown mention, and 403 for a token that may not read templates.
 */
export async function withMentions(reader: Reader, post: RecurringPost): Promise<MentionedPost> {
  const { title, description, media, thread, first_comment, platform_options, platforms } = post;
  const request = { title, description: description ?? undefined, media, thread, first_comment, platform_options };
  const templates = await loadNamedTemplates(reader, request);
  if (!templates.isUsed) return post;
  return { ...post, ...applyTemplates(request, templates, { platforms, current: null }) };
}
