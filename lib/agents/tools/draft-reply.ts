import * as z from 'zod/mini';
import { textSchema } from '../../core/api/request-fields.ts';
import { defineTool, postId, requestId, SAMPLE_POST, WRITES } from './tool.ts';

const MAX_REPLY = 1_500;

/** Leave a proposed reply to a comment for the team. */
export const draftReply = defineTool({
  name: 'draft_reply',
  title: 'Draft a reply',
  description:
    'Propose a reply to a comment on a post. The service answers no comments: the proposal becomes a remark on the post that the team reads, and a person answers on the platform. Takes one of the budget drafts.',
  annotations: WRITES,
  place: 11,
  example: { request_id: 'reply', post_id: SAMPLE_POST, text: 'Thank you!' },
  argumentOf: { '/body': '/text' },
  input: () =>
    z.strictObject({
      request_id: requestId(),
      post_id: postId(),
      comment_event_id: z
        .optional(z.string().check(z.regex(/^evt_[0-9A-Z]{26}$/, 'Must be an event_id of read_comments.')))
        .check(z.meta({ description: 'The event_id of the comment, from read_comments.' })),
      text: textSchema(MAX_REPLY).check(z.meta({ description: 'The proposed reply.' })),
    }),
  output: () => z.object({ remark_id: z.string(), post_id: z.string(), created_at: z.string() }),
  run: async ({ request_id, post_id: id, comment_event_id: event, text }, call) => {
    const body = `Proposed reply${event === undefined ? '' : ` to the comment of ${event}`}:\n\n${text}`;
    const remark = await call('content.create-comment', { params: { id }, body: { body }, requestId: request_id });
    return { remark_id: remark.id, post_id: remark.content_id, created_at: remark.created_at };
  },
});
