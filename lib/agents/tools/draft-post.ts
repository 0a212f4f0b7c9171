import * as z from 'zod/mini';
import { ARGUMENT_OF, postFields, toContentFields } from './post-fields.ts';
import { post, toPost } from './post-view.ts';
import { defineTool, requestId, WRITES } from './tool.ts';

/** Create a draft of a post or of a thread. */
export const draftPost = defineTool({
  name: 'draft_post',
  title: 'Draft a post',
  description:
    'Create a draft of a post or, with thread, of a thread. Nothing is published: submit it with submit_for_approval, and a person decides. Takes one of the budget drafts.',
  annotations: WRITES,
  place: 3,
  example: { request_id: 'draft', title: 'A thread', text: 'One', platforms: ['x'], thread: [{ text: 'Two' }] },
  argumentOf: ARGUMENT_OF,
  input: () => z.strictObject({ request_id: requestId(), ...postFields() }),
  output: () => z.object({ post: post() }),
  run: async ({ request_id, ...fields }, call) => {
    const content = await call('content.create', { body: toContentFields(fields), requestId: request_id });
    return { post: toPost(content) };
  },
});
