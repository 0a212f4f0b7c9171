import { isDeepStrictEqual } from 'node:util';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { validationError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { contrastErrors } from '../../lib/identity/rules/branding.ts';
import { loadWorkspace } from '../../lib/identity/store/workspaces.ts';
import { operation } from '../../lib/workspaces/api/branding/set.ts';
import { toBrandingView } from '../../lib/workspaces/rules/branding-details.ts';
import { changeWorkspace } from '../../lib/workspaces/steps/workspace-response.ts';

/** Set the branding of the stage or of a workspace. */
export const handler = defineEndpoint(operation, async ({ caller, body }) => {
  const errors = contrastErrors(body.colors);
  if (errors.length > 0) throw validationError(errors);
  const before = await loadOr404('workspace', caller.workspace.id, loadWorkspace);
  const edited = { ...before, branding: body };
  const isSame = isDeepStrictEqual(before.branding, body);
  return { status: 200, body: toBrandingView(edited), writes: isSame ? [] : [changeWorkspace(before, edited).write] };
});
