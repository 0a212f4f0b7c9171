import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';

/** Say why an item that requires an approval does, without a period. */
export function approvalReason({ approval }: Pick<WorkspaceSettings, 'approval'>): string {
  return approval === 'required' ? 'The workspace requires approval' : 'An agent wrote the content item';
}
