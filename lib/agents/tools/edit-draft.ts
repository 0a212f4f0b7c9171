import * as z from 'zod/mini';
import { ARGUMENT_OF, changedPostFields, DESCRIBED_ONCE, toContentFields } from './post-fields.ts';
import { post, toPost } from './post-view.ts';
import { defineTool, EDITS, postId, requestId, SAMPLE_POST } from './tool.ts';

/** Edit a draft. */
export const editDraft = defineTool({
  name: 'edit_draft',
  title: 'Edit a draft',
  description:
    'Change fields of a draft. Omitted fields do not change; a list replaces the whole list. An edit of a submitted draft withdraws it: submit it again. A post that is approved, scheduled, published or cancelled cannot be edited. Takes one of the budget drafts.',
  annotations: EDITS,
  place: 4,
  example: { request_id: 'edit', post_id: SAMPLE_POST, text: 'Better' },
  asInDraftPost: DESCRIBED_ONCE,
  argumentOf: ARGUMENT_OF,
  input: () => z.strictObject({ request_id: requestId(), post_id: postId(), ...changedPostFields() }),
  output: () => z.object({ post: post() }),
  run: async ({ request_id, post_id: id, ...fields }, call) => {
    const isProposed = fields.proposed_queue !== undefined;
    const present = isProposed ? (await call('content.get', { params: { id } })).metadata : {};
    const body = toContentFields(fields, present);
    const content = await call('content.update', { params: { id }, body, requestId: request_id });
    return { post: toPost(content) };
  },
});
