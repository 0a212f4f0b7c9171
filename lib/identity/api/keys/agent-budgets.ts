import type { AgentBudgets } from '../../rules/agent-key.ts';

/** What each budget of an agent key counts, and its maximum for a day. */
// biome-ignore format: one row per line is what makes it a table.
export const AGENT_BUDGETS: Record<keyof AgentBudgets, { description: string; maximum: number }> = {
  requests:           { description: 'Requests, also those that only read.', maximum: 1_000_000 },
  drafts:             { description: 'Items that the agent creates, edits or comments on.', maximum: 10_000 },
  submissions:        { description: 'Items that the agent submits for approval.', maximum: 10_000 },
  media_bytes:        { description: 'Bytes of the files that the agent adds to the media library, as uploaded or fetched.', maximum: 1_000_000_000_000 },
  platform_micro_usd: { description: 'What the platforms charge for the posts that the agent submits, in millionths of a US dollar.', maximum: 1_000_000_000_000 },
};
