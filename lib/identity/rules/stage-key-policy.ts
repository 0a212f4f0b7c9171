import { assertHoldsAll, missingPermissions, type Permission, STAGE_PERMISSIONS } from '../../core/api/permission.ts';
import { keyExpired, workspaceMismatch } from '../problems.ts';
import { type ApiKey, type ApiKeyInput, isKeyLive, newKey } from './api-key.ts';
import { futureExpiry } from './api-key-policy.ts';
import { STAGE_USER_ID, STAGE_WORKSPACE_ID } from './stage.ts';

/** The most stage keys of a stage. */
export const MAX_STAGE_KEYS = 20;
/** The most workspaces that a stage key for some can name. */
export const MAX_NAMED_WORKSPACES = 100;

/** What a stage key may do: the input of a new one, and the rights of the one that creates it. */
export interface StageRights {
  permissions: readonly Permission[];
  workspaces: readonly string[] | null;
}

/** Input of a new stage key. Omitted restrictions do not apply. */
type StageKeyInput = Omit<ApiKeyInput, 'permissions' | 'agent' | 'workspaces' | 'hourly_limit'> & {
  permissions?: readonly Permission[] | undefined;
  workspaces?: string[] | '*' | undefined;
};

/**
 * Create a stage key with at most the rights of the one that creates it; null for an operator, who has all. Takes only the hash
 * of the secret. Throws 403 for rights that the creator lacks, and 422 for an expiry that is not in the future.
 */
export function newStageKey(
  input: StageKeyInput,
  creator: StageRights | null,
  generated: { clientId: string; secretHash: string },
  nowMs: number,
) {
  const all: StageRights = creator ?? { permissions: STAGE_PERMISSIONS, workspaces: null };
  const permissions = input.permissions ?? all.permissions;
  const named = input.workspaces === undefined ? all.workspaces : input.workspaces === '*' ? null : input.workspaces;
  const workspaces = named === null ? null : [...named];
  assertHoldsRights(
    all,
    { permissions, workspaces },
    {
      permissions: 'You cannot grant permissions you do not have.',
      workspaces: 'A stage key cannot grant access to workspaces that it may not name.',
    },
  );
  const expires_at = input.expires_at == null ? null : futureExpiry(input.expires_at, nowMs);
  const owner = { workspaceId: STAGE_WORKSPACE_ID, userId: STAGE_USER_ID };
  return newKey({ ...input, permissions, workspaces, expires_at }, owner, generated, nowMs);
}

/** Throw 403 unless a stage key holds all rights of the one that it rolls, and 409 for one that has expired. */
export function assertRerollableStageKey(key: ApiKey, held: StageRights, nowMs: number): void {
  assertHoldsKey(key, held);
  if (!isKeyLive(key, nowMs)) throw keyExpired(`The stage key expired at ${key.expires_at}. Create a new one.`);
}

/** Return whether a stage key holds all rights of another one: only then it reads, rolls and revokes it. */
export function holdsKey({ permissions, workspaces = null }: ApiKey, held: StageRights): boolean {
  return missingPermissions(held.permissions, permissions).length === 0 && holdsWorkspaces(held, workspaces);
}

/** Throw 403 unless a stage key holds all rights of the other one, which it reads, rolls or revokes. */
export function assertHoldsKey({ permissions, workspaces = null }: ApiKey, held: StageRights): void {
  assertHoldsRights(
    held,
    { permissions, workspaces },
    {
      permissions: 'The stage key has permissions that yours does not have.',
      workspaces: 'The stage key may name workspaces that yours may not name.',
    },
  );
}

function holdsWorkspaces(held: StageRights, wanted: readonly string[] | null): boolean {
  return held.workspaces === null || wanted?.every((id) => held.workspaces!.includes(id)) === true;
}

function assertHoldsRights(held: StageRights, wanted: StageRights, detail: Record<keyof StageRights, string>): void {
  assertHoldsAll(held.permissions, wanted.permissions, detail.permissions);
  if (!holdsWorkspaces(held, wanted.workspaces)) throw workspaceMismatch(detail.workspaces);
}
