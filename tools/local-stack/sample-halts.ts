import type { Write } from '../../lib/core/table/commit.ts';
import { newHalt } from '../../lib/halts/rules/halt.ts';
import { haltWrites } from '../../lib/halts/store/halts.ts';
import { defaultSettings } from '../../lib/identity/rules/workspace-settings.ts';

/** Build a halt of an account that has no posts, and the settings of a workspace that has stored none, with it. */
export function sampleHaltWrites(workspace_id: string, created_by: string, id: string, nowMs: number): Write[] {
  const before = defaultSettings(workspace_id);
  const scope = { account: 'acc_01K0000000000000000000000Z' };
  const halt = newHalt({ scope, reason: 'The account is not ours.' }, { id, workspace_id, created_by }, nowMs);
  return haltWrites(before, halt);
}
