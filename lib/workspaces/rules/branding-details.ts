import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';

/** Build the API representation of the branding of a workspace, or of the stage. */
export function toBrandingView({ id, branding = {} }: Pick<Workspace, 'id' | 'branding'>) {
  const { name = null, colors = null, texts, terms_url = null, privacy_url = null } = branding;
  const { connect_intro = null, connected_text = null } = texts ?? {};
  const { support_email = null, locale = null } = branding;
  return {
    workspace_id: id === STAGE_WORKSPACE_ID ? null : id,
    ...{ name, colors, texts: { connect_intro, connected_text }, terms_url, privacy_url, support_email, locale },
  };
}
