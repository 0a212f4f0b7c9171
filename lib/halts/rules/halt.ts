import { formatInstant } from '../../core/values/timestamps.ts';
import { type ActiveHalt, type HaltScope, isSameScope } from '../../identity/rules/active-halts.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { alreadyHalted, haltedByOperator, haltLimit } from '../problems.ts';

/** A halt of publishing, as the audit log and events know it. It is deleted when publishing resumes. */
export interface Halt {
  id: string;
  workspace_id: string;
  scope: HaltScope;
  reason: string;
  created_by: string;
  created_at: string;
}

/** Who has halted publishing in the whole stage: an operator, whose halt no member ends. */
export const OPERATOR = 'operator';

/** Who has suspended a workspace: the product, by a stage key. No member ends it. */
export const STAGE = 'stage';

/** The most halts of a workspace: publishing reads all of them before each post. */
export const MAX_HALTS = 20;

/** Create a halt. */
export function newHalt(
  input: Pick<Halt, 'scope' | 'reason'>,
  owner: Pick<Halt, 'id' | 'workspace_id' | 'created_by'>,
  nowMs: number,
): Halt {
  return { ...owner, ...input, created_at: formatInstant(nowMs) };
}

/** List the halts that stop publishing now, oldest first. */
export function activeHalts({ halts = [] }: Pick<WorkspaceSettings, 'halts'>): ActiveHalt[] {
  return halts.filter(({ resumed_at }) => resumed_at === undefined);
}

/** Return the halt of an operator or of a suspension that stops a workspace now, or null. */
export function haltBy(
  creator: typeof OPERATOR | typeof STAGE,
  settings: Pick<WorkspaceSettings, 'halts'>,
): ActiveHalt | null {
  return activeHalts(settings).find(({ created_by }) => created_by === creator) ?? null;
}

/** Return whether members may end a halt, and it counts for their limit. */
function isByMember({ created_by }: Pick<Halt, 'created_by'>): boolean {
  return created_by !== OPERATOR && created_by !== STAGE;
}

/** Throw 403 for a halt of an operator or a product: members do not end what stops the whole stage, or a suspension. */
export function assertResumable(halt: Halt): void {
  if (isByMember(halt)) return;
  if (halt.created_by === STAGE) throw haltedByOperator('The product has suspended the workspace, and resumes it.');
  throw haltedByOperator('The operator of the service has halted publishing, and resumes it.');
}

/**
 * Add a halt to the settings of its workspace. Throws 409 for a second one with the same scope, and beyond the limit. The
 * halt of an operator or a product counts for neither: no halt of a member prevents it.
 */
export function addHalt(settings: WorkspaceSettings, { workspace_id: _, ...halt }: Halt): WorkspaceSettings {
  const { halts = [] } = settings;
  const same = activeHalts(settings).find(
    (other) => isSameScope(other.scope, halt.scope) && creatorOf(other) === creatorOf(halt),
  );
  if (same) {
    const extensions = { halt_id: same.id, reason: same.reason, since: same.created_at };
    throw alreadyHalted(`Publishing is already halted in this scope by ${same.id}.`, { extensions });
  }
  if (isByMember(halt) && halts.filter(isByMember).length >= MAX_HALTS) {
    throw haltLimit(`A workspace can have at most ${MAX_HALTS} halts. Resume one first.`);
  }
  return { ...settings, halts: [...halts, halt] };
}

function creatorOf(halt: Pick<Halt, 'created_by'>): string {
  return isByMember(halt) ? 'member' : halt.created_by;
}

/** Give a halt another reason. Members see it. */
export function withReason(settings: WorkspaceSettings, id: string, reason: string): WorkspaceSettings {
  const { halts = [] } = settings;
  return { ...settings, halts: halts.map((halt) => (halt.id === id ? { ...halt, reason } : halt)) };
}

/** Mark a halt as ended. Until its release is finished, what was due before waits for its new time. */
export function endHalt(settings: WorkspaceSettings, id: string, resumed_at: string): WorkspaceSettings {
  const { halts = [] } = settings;
  return { ...settings, halts: halts.map((halt) => (halt.id === id ? { ...halt, resumed_at } : halt)) };
}

/** Remove a halt from the settings of its workspace, after its release. */
export function removeHalt(settings: WorkspaceSettings, id: string): WorkspaceSettings {
  return { ...settings, halts: (settings.halts ?? []).filter((halt) => halt.id !== id) };
}

/** Build the API view of a halt. */
export function toHaltView({ id, scope, reason, created_by, created_at }: ActiveHalt) {
  return { id, scope, reason, created_by, created_at };
}
