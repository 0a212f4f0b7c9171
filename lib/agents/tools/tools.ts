// Generated from the tools of lib/agents by `npm run generate`; do not edit.
import { addMedia } from './add-media.ts';
import { checkDraft } from './check-draft.ts';
import { draftPost } from './draft-post.ts';
import { draftReply } from './draft-reply.ts';
import { editDraft } from './edit-draft.ts';
import { explainOutcome } from './explain-outcome.ts';
import { findPosts } from './find-posts.ts';
import { listAccounts } from './list-accounts.ts';
import { proposeTime } from './propose-time.ts';
import { readComments } from './read-comments.ts';
import { readMetrics } from './read-metrics.ts';
import { readPost } from './read-post.ts';
import { readRules } from './read-rules.ts';
import { submitForApproval } from './submit-for-approval.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order of `tools/list`. */
export const TOOLS: readonly Tool[] = [
  addMedia,
  checkDraft,
  draftPost,
  draftReply,
  editDraft,
  explainOutcome,
  findPosts,
  listAccounts,
  proposeTime,
  readComments,
  readMetrics,
  readPost,
  readRules,
  submitForApproval,
].sort((one, other) => one.place - other.place);
