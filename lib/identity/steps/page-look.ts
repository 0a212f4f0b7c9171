import { loadAll } from '../../core/table/read.ts';
import { type PageLanguage, preferredLanguage } from '../../core/values/page-language.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { type Branding, mergeBrandings } from '../rules/branding.ts';
import { STAGE_WORKSPACE_ID } from '../rules/stage.ts';
import type { Workspace } from '../rules/workspace.ts';
import { workspaceKey } from '../store/workspaces.ts';

/** How a page looks for its reader: in the name of the product, and in which language. */
export interface PageLook {
  branding: Branding;
  language: PageLanguage;
}

/** Load the look of a page about a workspace; null for a page that is about none, which has the branding of the stage. */
export async function loadPageLook({ event }: RequestContext, workspaceId: string | null): Promise<PageLook> {
  const branding = await loadBranding(workspaceId);
  return { branding, language: branding.locale ?? preferredLanguage(event.headers?.['accept-language']) };
}

/** Load the branding of a workspace, with that of the stage where it has none; null for that of the stage. */
export async function loadBranding(workspaceId: string | null): Promise<Branding> {
  const ids = [STAGE_WORKSPACE_ID, ...(workspaceId === null ? [] : [workspaceId])];
  const [stage, workspace] = await loadAll<Workspace>(ids.map(workspaceKey));
  return mergeBrandings(stage?.branding, workspace?.branding);
}
