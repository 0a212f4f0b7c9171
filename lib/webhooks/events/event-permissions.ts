import type { Permission } from '../../core/api/permission.ts';
import { EVENTS, type EventKind } from './events.ts';

const KINDS: ReadonlyMap<string, { permission: Permission; isOfStage?: true }> = new Map(Object.entries(EVENTS));

/** What a person grants to an agent key, so that it may send events to a URL that it names. */
export const SUBSCRIBE_PERMISSION: Permission = 'webhooks:write';

/** Return whether events of a kind belong to the stage. */
export function isOfStage(kind: string): boolean {
  return KINDS.get(kind)?.isOfStage === true;
}

/** The kinds of events that belong to a workspace. */
export const WORKSPACE_EVENT_KINDS = [...KINDS.keys()].filter((kind) => !isOfStage(kind)) as EventKind[];

/**
 * List the permissions that an endpoint with these kinds, or `*` for all that belong to a workspace, needs to receive its
 * events.
 */
export function permissionsOfKinds(kinds: readonly string[]): Permission[] {
  const received = kinds.includes('*') ? WORKSPACE_EVENT_KINDS : kinds;
  return [...new Set(received.flatMap((kind) => KINDS.get(kind)?.permission ?? []))];
}

/** Return whether permissions include the one to read the data of events of a kind. */
export function mayReadEvent(held: readonly Permission[], kind: string): boolean {
  const permission = KINDS.get(kind)?.permission;
  return permission !== undefined && held.includes(permission);
}
