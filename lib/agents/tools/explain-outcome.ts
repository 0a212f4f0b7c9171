import * as z from 'zod/mini';
import { approvalRequired } from '../../content/problems.ts';
import { MEANING_OF_POST, MEANING_OF_TARGET, NEXT_BY_CATEGORY } from './outcome-meanings.ts';
import { type ContentView, target, toTarget, toWarning, warning } from './post-view.ts';
import { defineTool, postId, READS, SAMPLE_POST } from './tool.ts';

/** Explain the outcome of a post. */
export const explainOutcome = defineTool({
  name: 'explain_outcome',
  title: 'Explain an outcome',
  description:
    'Explain the outcome of a post: for each account whether it is published, failed, unconfirmed or waiting, why, what happened when, and what a person can do. Changes nothing.',
  annotations: READS,
  place: 12,
  example: { post_id: SAMPLE_POST },
  input: () => z.strictObject({ post_id: postId() }),
  output: () =>
    z.object({
      ...{ post_id: z.string(), status: z.string(), meaning: z.string(), next: z.string() },
      approval_status: z.nullable(z.string()),
      targets: z.array(
        z.object({
          ...target().shape,
          ...{ meaning: z.string(), next: z.string() },
          next_check_at: z.nullable(z.string()),
          retry_may_duplicate: z.boolean(),
          timeline: z.array(z.object({ type: z.string(), at: z.string(), detail: z.nullable(z.string()) })),
        }),
      ),
      warnings: z.array(warning()),
    }),
  run: async ({ post_id: id }, call) => {
    const content = await call('content.get', { params: { id } });
    return {
      ...{ post_id: content.id, status: content.status, ...MEANING_OF_POST[content.status] },
      approval_status: content.approval?.status ?? null,
      targets: content.targets.map(toExplainedTarget),
      warnings: content.warnings.map(toWarning),
    };
  },
});

function toExplainedTarget(entry: ContentView['targets'][number]) {
  const { status, error, next_check_at, retry_may_duplicate, timeline } = entry;
  const next = () => {
    if ((status !== 'failed' && status !== 'partially_published') || !error) return MEANING_OF_TARGET[status].next;
    return error.code === 'not_approved' ? approvalRequired.remedy : NEXT_BY_CATEGORY[error.category];
  };
  return {
    ...toTarget(entry),
    ...{ meaning: MEANING_OF_TARGET[status].meaning, next: next() },
    ...{ next_check_at, retry_may_duplicate, timeline },
  };
}
