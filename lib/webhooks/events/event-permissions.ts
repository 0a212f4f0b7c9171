import type { Permission } from '../../core/api/permission.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import { EVENTS, type EventKind } from './events.ts';

const KINDS: ReadonlyMap<string, { permission: Permission; isOfStage?: true; outlives?: true }> = new Map(
  Object.entries(EVENTS),
);

/** What a person grants to an agent key, so that it may send events to a URL that it names. */
export const SUBSCRIBE_PERMISSION: Permission = 'webhooks:write';

/** Return whether events of a kind belong to the stage. */
export function isOfStage(kind: string): boolean {
  return KINDS.get(kind)?.isOfStage === true;
}

/** Return whether events of a kind remain when the workspace that they are about is deleted. */
export function outlives(kind: string): boolean {
  return KINDS.get(kind)?.outlives === true;
}

/** The kinds of events that belong to a workspace. */
export const WORKSPACE_EVENT_KINDS = [...KINDS.keys()].filter((kind) => !isOfStage(kind)) as EventKind[];

/**
 * List the permissions that an endpoint of a workspace, or of the stage, with these kinds, or `*` for all that it can receive,
 * needs to receive its events.
 */
export function permissionsOfKinds(kinds: readonly string[], workspaceId: string): Permission[] {
  const all = workspaceId === STAGE_WORKSPACE_ID ? [...KINDS.keys()] : WORKSPACE_EVENT_KINDS;
  const received = kinds.includes('*') ? all : kinds;
  return [...new Set(received.flatMap((kind) => KINDS.get(kind)?.permission ?? []))];
}

/** Return whether permissions include the one to read the data of events of a kind. */
export function mayReadEvent(held: readonly Permission[], kind: string): boolean {
  const permission = KINDS.get(kind)?.permission;
  return permission !== undefined && held.includes(permission);
}
