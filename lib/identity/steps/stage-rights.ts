import type { Caller } from '../pipeline/request-context.ts';
import type { StageRights } from '../rules/stage-key-policy.ts';

/** Return the rights of a caller with a stage key. */
export function stageRightsOf({ permissions, stage }: Caller): StageRights {
  return { permissions, workspaces: stage?.workspaces ?? null };
}
