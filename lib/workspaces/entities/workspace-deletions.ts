import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { WorkspaceDeletion } from '../rules/workspace-deletion.ts';

/** The deletion of a workspace, its progress, and afterwards its certificate, which remains. Absent unless it was requested. */
export const workspaceDeletionEntity = /* @__PURE__ */ defineEntity<WorkspaceDeletion>({
  name: 'WorkspaceDeletion',
  pk: 'DELETION#{id}',
  sk: 'DELETION',
  due_pk: 'DUE#DELETION#{shard}',
  due_sk: '{due_at}',
});

export const workspaceDeletionLifecycle: Lifecycle = { ending: 'data', found: 'stage' };
