import * as z from 'zod/mini';
import { cleanText, cleanTextOrNull, NAME_LENGTH, TEXT_LENGTH } from '../../core/values/clean-text.ts';
import { linkCard, post, remark, target, toLinkCards, toPost, toTarget } from './post-view.ts';
import { defineTool, postId, READS, SAMPLE_POST } from './tool.ts';

const MAX_REMARKS = 100;

/** Read one post with its outcome and the remarks about it. */
export const readPost = defineTool({
  name: 'read_post',
  title: 'Read a post',
  description:
    'Return a post with its texts, its approval, its outcome on each account, the cards of its links, and the first 100 remarks of members and reviewers.',
  annotations: READS,
  place: 2,
  example: { post_id: SAMPLE_POST },
  input: () => z.strictObject({ post_id: postId() }),
  output: () =>
    z.object({
      post: post(),
      available_actions: z.array(z.string()).check(z.meta({ description: 'What the state permits to a person.' })),
      targets: z.array(target()),
      link_cards: z.array(linkCard()),
      remarks: z.array(remark()),
    }),
  run: async ({ post_id: id }, call) => {
    const content = await call('content.get', { params: { id } });
    const { comments } = await call('content.list-comments', { params: { id }, query: { limit: MAX_REMARKS } });
    return {
      post: toPost(content),
      available_actions: content.available_actions,
      targets: content.targets.map(toTarget),
      link_cards: toLinkCards(content),
      remarks: comments.map((comment) => ({
        ...{ id: comment.id, created_at: comment.created_at, written_by_agent: comment.agent?.id ?? null },
        untrusted_author: cleanTextOrNull(comment.author_name, NAME_LENGTH),
        untrusted_text: cleanText(comment.body, TEXT_LENGTH),
      })),
    };
  },
});
