import type { Plan, Workspace } from '../domain/identity/workspace.ts';
import type { Write } from './commit.ts';
import { load } from './read.ts';
import { keyOf, toItem } from './schema.ts';

/** Load a workspace, or null. */
export function loadWorkspace(id: string): Promise<Workspace | null> {
  return load<Workspace>(keyOf('Workspace', { id }));
}

/** Build the write of a new workspace. */
export function workspaceWrite(workspace: Workspace): Write {
  return { put: toItem('Workspace', workspace), condition: 'absent' };
}

/** Build the write that changes the plan of a workspace. No other field ever changes. */
export function planWrite(workspace: Workspace, plan: Plan): Write {
  return { put: toItem('Workspace', { ...workspace, plan }), condition: 'present' };
}
