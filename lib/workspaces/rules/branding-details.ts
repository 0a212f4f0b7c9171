import { toLookView } from '../../identity/rules/branding.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';

/** Build the API representation of the branding of a workspace, or of the stage. */
export function toBrandingView({ id, branding = {} }: Pick<Workspace, 'id' | 'branding'>) {
  const { connect_intro = null, connected_text = null } = branding.texts ?? {};
  return {
    workspace_id: id === STAGE_WORKSPACE_ID ? null : id,
    ...toLookView(branding),
    texts: { connect_intro, connected_text },
  };
}
