import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Halt } from '../rules/halt.ts';
import type { HaltRelease } from '../rules/halt-release.ts';

/**
 * A halt of publishing, for events and the audit log; deleted when publishing resumes. Publishing reads the halts in
 * WorkspaceSettings.
 */
export const haltEntity = /* @__PURE__ */ defineEntity<Halt>({
  name: 'Halt',
  pk: 'WS#{workspace_id}#HALT',
  sk: '{id}',
  resource: 'halt',
});

// biome-ignore format: several fields per line keep the table readable.
export const haltAudit: AuditModes<Halt> = {
  id: 'never', workspace_id: 'never', scope: 'always', reason: 'always', created_by: 'never', created_at: 'never',
};

export const haltLifecycle: Lifecycle = { ending: 'data' };

/** What happens to the posts that a halt has held, and its progress; expires after 30 days. */
export const haltReleaseEntity = /* @__PURE__ */ defineEntity<HaltRelease>({
  name: 'HaltRelease',
  pk: 'WS#{workspace_id}#HALTRELEASE',
  sk: '{id}',
  due_pk: 'DUE#HALTRELEASE#{shard}',
  due_sk: '{due_at}',
});

export const haltReleaseLifecycle: Lifecycle = { ending: 'data' };

/**
 * The times to come that releases of halts have given to the posts of each account, at most 2,000, and what those
 * before them have used of its rate limit; expires when they are past.
 */
export const releaseTimesEntity = /* @__PURE__ */ defineEntity({
  name: 'ReleaseTimes',
  pk: 'WS#{workspace_id}#RELEASETIMES',
  sk: 'RELEASETIMES',
});

export const releaseTimesLifecycle: Lifecycle = { ending: 'data' };
