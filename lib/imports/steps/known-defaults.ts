import type { RequestedTemplates } from '../../content/api/content/template-fields.ts';
import { loadNamedAccounts } from '../../content/steps/named-accounts.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import { type FieldError, validationError } from '../../core/problems/request-errors.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { requestedQueue } from '../../queues/steps/claim-slot.ts';
import { loadNamedTemplates } from '../../templates/steps/named-templates.ts';
import type { ImportDefaults } from '../rules/row-request.ts';

/** Throw 422 for an account, a queue or a template of the defaults of an import that the workspace does not have. */
export async function assertKnownDefaults(caller: Caller, defaults: ImportDefaults): Promise<void> {
  const { accounts = [], queue, templates } = defaults;
  const workspaceId = caller.workspace.id;
  try {
    await loadNamedAccounts(workspaceId, accounts);
    if (queue !== undefined) await requestedQueue(workspaceId, queue);
    await loadNamedTemplates(caller, { templates: templates as RequestedTemplates | undefined });
  } catch (error) {
    throw withinDefaults(error);
  }
}

function withinDefaults(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return error;
  const errors = error.extensions.errors as FieldError[];
  return validationError(errors.map((each) => ({ ...each, pointer: `/defaults${each.pointer}` })));
}
