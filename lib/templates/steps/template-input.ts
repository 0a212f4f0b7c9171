import { loadNamedAccounts } from '../../content/steps/named-accounts.ts';
import { validationError } from '../../core/problems/request-errors.ts';
import { publicUrlErrors } from '../../media/steps/media-url-check.ts';
import type { TemplateInput } from '../rules/template.ts';

/** A request for a template, with the ids of accounts. */
type TemplateRequest = Omit<TemplateInput, 'accounts'> & { accounts?: string[] | null | undefined };

/**
 * Return what a request says of a template, with the accounts that it names. Throws 422 for an account that the workspace
 * does not have, and for a link that is not public.
 */
export async function toTemplateInput(
  workspaceId: string,
  { name, text, variables, accounts, handles, platform_options }: TemplateRequest,
): Promise<TemplateInput> {
  const errors = Object.entries(platform_options ?? {}).flatMap(([platform, { link }]) =>
    link === undefined ? [] : publicUrlErrors(link, `/platform_options/${platform}/link`),
  );
  if (errors.length > 0) throw validationError(errors);
  const fields = { name, text, variables, handles, platform_options };
  if (!accounts) return { ...fields, accounts };
  return { ...fields, accounts: await loadNamedAccounts(workspaceId, accounts) };
}
