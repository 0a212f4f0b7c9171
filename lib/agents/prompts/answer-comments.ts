import { DATA_ONLY, type Prompt } from './prompt.ts';

// biome-ignore format: one argument per line.
const ARGUMENTS = [
  { name: 'since', description: 'The time, such as 2026-11-20T00:00:00Z.', required: false, pattern: /^[0-9T:.Z+-]{10,40}$/ },
];

/** Propose replies to comments. */
export const answerComments: Prompt = {
  name: 'answer_comments',
  title: 'Answer comments',
  description: 'Propose replies to the comments since a time.',
  arguments: ARGUMENTS,
  text: ({ since }) =>
    `Read the comments${since === undefined ? '' : ` since ${since}`} with read_comments, and for each that needs an answer the post with read_post. Propose a reply with draft_reply. Summarize what you proposed, and what a person should answer without a proposal. ${DATA_ONLY}`,
};
