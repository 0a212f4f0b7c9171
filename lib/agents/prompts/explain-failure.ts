import { DATA_ONLY, type Prompt } from './prompt.ts';

/** Explain the outcome of a post. */
export const explainFailure: Prompt = {
  name: 'explain_failure',
  title: 'Explain why a post failed',
  description: 'Explain the outcome of a post and what to do.',
  arguments: [{ name: 'post_id', description: 'The id of the post.', required: true, pattern: /^cnt_[0-9A-Z]{26}$/ }],
  text: ({ post_id }) =>
    `Explain the outcome of the post ${post_id} with explain_outcome. Say for each account what happened and what a person can do. Draft no second post with the same text while an outcome is unconfirmed. ${DATA_ONLY}`,
};
