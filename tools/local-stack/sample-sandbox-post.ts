import { sandboxPostWrite } from '../../lib/content/store/sandbox-posts.ts';
import type { Write } from '../../lib/core/table/commit.ts';

/** Build the write of a post of a sandbox account. */
export function sampleSandboxPostWrite(workspaceId: string, id: string, nowMs: number): Write {
  return sandboxPostWrite({
    id,
    workspace_id: workspaceId,
    account_id: 'acc_01K0000000000000000000000S',
    platform: 'twitter',
    text: 'A text in the sandbox',
    media: [],
    created_at: new Date(nowMs).toISOString(),
  });
}
