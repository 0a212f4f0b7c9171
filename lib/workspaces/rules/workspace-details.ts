import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../core/config/plans.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { OPAQUE_ID, OPAQUE_ID_RULE } from '../../identity/rules/external-id.ts';
import {
  type Suspension,
  statusOf,
  type Workspace,
  withPlan,
  withRequestLimit,
} from '../../identity/rules/workspace.ts';
import { editLimits, type LimitsEdit, viewLimits } from '../../identity/rules/workspace-limits.ts';
import { externalIdSet, invalidExternalId } from '../problems.ts';

/** The label of a workspace: a part of a key of the index. */
export const WORKSPACE_LABEL = /^[A-Za-z0-9._-]{1,40}$/;
export const WORKSPACE_LABEL_RULE = '1 to 40 letters of A to Z, digits, dots, hyphens or underscores';

export const WORKSPACE_STATUSES = ['active', 'suspended', 'deleting'] as const;
export const SUSPENSION_SCOPES = ['publishing', 'all'] as const satisfies Suspension['scope'][];

/** What a request sets of a workspace. */
export interface WorkspaceEdit {
  name?: string | undefined;
  external_id?: string | undefined;
  plan?: Plan | undefined;
  limits?: LimitsEdit | undefined;
  label?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Create the workspace of a customer. It has no members: the product acts in it by a stage key, and invites people. */
export function newCustomerWorkspace(
  edit: WorkspaceEdit & { name: string },
  generated: { id: string; cursor_secret: string },
  nowMs: number,
): Workspace {
  const { name, plan = 'standard' } = edit;
  return editWorkspace({ ...generated, name, plan, created_at: formatInstant(nowMs), version: 0 }, edit);
}

/**
 * Change a workspace. Returns the same object when nothing changes. Throws 409 `external_id_set` for another external id: what
 * a product stores of it, and what it has cached, would name two workspaces.
 */
export function editWorkspace(workspace: Workspace, edit: WorkspaceEdit): Workspace {
  const { name = workspace.name, external_id = workspace.external_id, plan = workspace.plan } = edit;
  const { limits, label, metadata } = edit;
  if (workspace.external_id !== undefined && external_id !== workspace.external_id) {
    throw externalIdSet(`The workspace has the external id ${workspace.external_id}, which never changes.`);
  }
  const limited = limits ? withLimits(workspace, limits) : workspace;
  const edited = {
    ...withPlan(label === undefined ? limited : withLabel(limited, label), plan),
    name,
    ...(external_id === undefined ? {} : { external_id }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return isDeepStrictEqual(edited, workspace) ? workspace : edited;
}

function withLabel({ label: _, ...workspace }: Workspace, label: string | null): Workspace {
  return label === null ? workspace : { ...workspace, label };
}

function withLimits(workspace: Workspace, edit: LimitsEdit): Workspace {
  const { requests_per_minute: requests } = edit;
  const { limits: before, ...limited } = requests === undefined ? workspace : withRequestLimit(workspace, requests);
  const limits = editLimits(before, edit);
  return limits ? { ...limited, limits } : limited;
}

/** Return the external id that a path names. Throws 422 for an invalid one. */
export function assertExternalId(text = ''): string {
  if (OPAQUE_ID.test(text)) return text;
  throw invalidExternalId(`The external id must be ${OPAQUE_ID_RULE}.`);
}

/** Suspend a workspace, or change the scope and the reason of its suspension. */
export function suspendWorkspace(
  workspace: Workspace,
  { scope, reason }: Pick<Suspension, 'scope' | 'reason'>,
  nowMs: number,
): Workspace {
  const { suspended_at = formatInstant(nowMs) } = workspace.suspension ?? {};
  return { ...workspace, suspension: { scope, reason, suspended_at } };
}

/** End the suspension of a workspace. */
export function resumeWorkspace({ suspension: _, ...workspace }: Workspace): Workspace {
  return workspace;
}

/** Build the API representation of a workspace. */
export function toWorkspaceView(workspace: Workspace) {
  const {
    suspension,
    deletion,
    external_id = null,
    label = null,
    metadata = {},
    requests_per_minute = null,
    limits = {},
  } = workspace;
  const { id, name, plan, created_at, version } = workspace;
  return {
    id,
    external_id,
    name,
    status: statusOf(workspace),
    suspension: suspension
      ? { scope: suspension.scope, reason: suspension.reason, suspended_at: suspension.suspended_at }
      : null,
    delete_at: deletion?.delete_at ?? null,
    plan,
    limits: { requests_per_minute, ...viewLimits(limits) },
    label,
    metadata,
    created_at,
    version,
  };
}
