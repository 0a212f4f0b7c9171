import { loadAll } from '../../core/table/read.ts';
import { type PageLanguage, preferredLanguage } from '../../core/values/page-language.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { type Branding, mergeBrandings } from '../rules/branding.ts';
import { STAGE_WORKSPACE_ID } from '../rules/stage.ts';
import type { Workspace } from '../rules/workspace.ts';
import { loadWorkspace, workspaceKey } from '../store/workspaces.ts';

/** How a page looks for its reader: in the name of the product, and in which language. */
export interface PageLook {
  branding: Branding;
  language: PageLanguage;
}

/** Load the look of a page about a workspace; null for a page that is about none, which has the branding of the stage. */
export async function loadPageLook(context: RequestContext, workspaceId: string | null): Promise<PageLook> {
  return pageLook(context, (await loadWithBranding(workspaceId)).branding);
}

/** Return the look of a page for the reader of a request. */
export function pageLook({ event }: RequestContext, branding: Branding): PageLook {
  return { branding, language: branding.locale ?? preferredLanguage(event.headers?.['accept-language']) };
}

/** Load a workspace with its branding, and that of the stage where it has none; null for that of the stage. */
export async function loadWithBranding(
  workspaceId: string | null,
): Promise<{ workspace: Workspace | null; branding: Branding }> {
  const ids = [STAGE_WORKSPACE_ID, ...(workspaceId === null ? [] : [workspaceId])];
  const [stage, workspace = null] = await loadAll<Workspace>(ids.map(workspaceKey));
  return { workspace, branding: mergeBrandings(stage?.branding, workspace?.branding) };
}

/** Load the branding of a workspace that was read before, with that of the stage where it has none. */
export async function loadBranding({ branding }: Workspace): Promise<Branding> {
  return mergeBrandings((await loadWorkspace(STAGE_WORKSPACE_ID))?.branding, branding);
}
