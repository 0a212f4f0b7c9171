import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { settingsWrite } from '../../identity/store/workspace-settings.ts';
import { haltEntity } from '../entities/halts.ts';
import { addHalt, endHalt, type Halt, withReason } from '../rules/halt.ts';
import type { HaltRelease } from '../rules/halt-release.ts';
import { haltReleaseWrite } from './halt-releases.ts';

function haltKey(workspace_id: string, id: string): PrimaryKey {
  return keyOf(haltEntity, { workspace_id, id });
}

/** Load a halt of a workspace, or null. */
export function loadHalt(workspaceId: string, id: string): Promise<Halt | null> {
  return load<Halt>(haltKey(workspaceId, id));
}

/** Build the write of a new halt. */
function newHaltWrite(halt: Halt): Write {
  return { put: toItem(haltEntity, halt), condition: 'absent' };
}

/** Build the writes of a new halt, and of the settings that publishing reads. */
export function haltWrites(before: WorkspaceSettings, halt: Halt): Write[] {
  return [newHaltWrite(halt), settingsWrite(before, addHalt(before, halt))];
}

/** Build the writes that give an active halt another reason; none for the same one. */
export function reasonWrites(before: WorkspaceSettings, halt: Halt, reason: string): Write[] {
  if (halt.reason === reason) return [];
  return [
    { put: toItem(haltEntity, { ...halt, reason }), condition: 'present' },
    settingsWrite(before, withReason(before, halt.id, reason)),
  ];
}

/** Build the writes that end a halt, and start its release. */
export function resumeWrites(before: WorkspaceSettings, halt: Halt, release: HaltRelease): Write[] {
  return [
    deleteHaltWrite(halt),
    haltReleaseWrite(null, release),
    settingsWrite(before, endHalt(before, halt.id, release.resumed_at)),
  ];
}

/** Build the write that deletes a halt, once. */
function deleteHaltWrite({ workspace_id, id }: Halt): Write {
  return { delete: haltKey(workspace_id, id), condition: 'present' };
}
