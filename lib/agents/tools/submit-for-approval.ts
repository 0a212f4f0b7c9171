import * as z from 'zod/mini';
import { textSchema } from '../../core/api/request-fields.ts';
import { linkCard, post, toLinkCards, toPost } from './post-view.ts';
import { defineTool, postId, requestId, SAMPLE_POST, WRITES_FROM_INTERNET } from './tool.ts';

/** Submit a draft for approval. */
export const submitForApproval = defineTool({
  name: 'submit_for_approval',
  title: 'Submit for approval',
  description:
    'Submit a draft to the people who approve posts. They see exactly this content and decide; nothing is published by this call. Reads the pages that the post links, for their cards. Takes one of the budget submissions, and what the platforms charge of the budget platform_micro_usd.',
  annotations: WRITES_FROM_INTERNET,
  place: 7,
  example: { request_id: 'submit', post_id: SAMPLE_POST, note: 'Monday at nine?' },
  input: () =>
    z.strictObject({
      request_id: requestId(),
      post_id: postId(),
      note: z
        .optional(textSchema(500))
        .check(z.meta({ description: 'What the people who decide should know, such as the proposed time.' })),
      content_hash: z.optional(z.string().check(z.maxLength(64))).check(
        z.meta({
          description:
            'approval.content_hash of the post as you know it. The call fails if the content has another hash.',
        }),
      ),
    }),
  output: () => z.object({ post: post(), link_cards: z.array(linkCard()) }),
  run: async ({ request_id, post_id: id, ...body }, call) => {
    const content = await call('content.submit', { params: { id }, body, requestId: request_id });
    return { post: toPost(content), link_cards: toLinkCards(content) };
  },
});
