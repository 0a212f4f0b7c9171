import { loadAccounts } from '../../accounts/store/accounts.ts';
import type { RequestedTemplates } from '../../content/api/content/template-fields.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { nameKey } from '../../core/values/name-key.ts';
import { assertAnyPermission } from '../../identity/pipeline/authorize.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import type { Platform } from '../../platforms/platform.ts';
import {
  type ItemTexts,
  mentionsOf,
  type NamedTemplates,
  NO_TEMPLATES,
  ROLES,
  type Role,
} from '../rules/named-templates.ts';
import type { Template } from '../rules/template.ts';
import { loadTemplatesNamed } from '../store/named-templates.ts';

/** What of a request for an item names templates. */
type TemplatedRequest = ItemTexts & { accounts?: string[] | undefined; templates?: RequestedTemplates | undefined };

/**
 * Load the templates that a request for an item names, and the saved mentions in its texts. Throws 422 at the field for a
 * template that the workspace does not have, and 403 for a token that may not read templates. Without any, nothing is read.
 *
 * @param keepsTexts whether the texts of the request have no mentions: what looks like one stays text.
 */
export async function loadNamedTemplates(
  caller: Pick<Caller, 'permissions'> & { workspace: Pick<Caller['workspace'], 'id'> },
  request: TemplatedRequest,
  keepsTexts = false,
): Promise<NamedTemplates> {
  const { templates = {} } = request;
  const texts = keepsTexts ? {} : request;
  const workspaceId = caller.workspace.id;
  const roles = ROLES.filter((role) => templates[role] !== undefined);
  if (roles.length === 0 && templates.variables === undefined && mentionsOf(texts).length === 0) return NO_TEMPLATES;
  // The response shows what comes from them.
  assertAnyPermission(caller, ['content:read']);
  const references = roles.map((role) => templates[role]!);
  const found = references.length > 0 ? await loadTemplatesNamed(workspaceId, references) : [];
  const byRole = new Map(roles.map((role, index) => [role, templateFor(role, found[index]!)]));
  const variables = templates.variables ?? {};
  const named = { ...NO_TEMPLATES, byRole, variables, isUsed: true, keepsTexts };
  await assertConnected(workspaceId, byRole.get('account_set'));
  const mentioned = mentionsOf(texts, named);
  if (mentioned.length === 0) return named;
  const mentions = (await loadTemplatesNamed(workspaceId, mentioned)).filter((each) => each?.kind === 'mention');
  return { ...named, mentions: new Map(mentions.map((template) => [nameKey(template!.name), template!])) };
}

function templateFor(role: Role, template: Template | null): Template {
  if (template?.kind === role) return template;
  throw fieldError(`/templates/${role}`, 'template_not_found', `The workspace has no ${role} with this name or id.`);
}

async function assertConnected(workspaceId: string, accountSet: Template | undefined): Promise<void> {
  const ids = accountSet?.accounts?.map(({ id }) => id) ?? [];
  if (ids.length === 0) return;
  const known = await loadAccounts(workspaceId, ids);
  const lost = ids.find((id) => !known.has(id));
  if (lost === undefined) return;
  const detail = `The account ${lost} of the account set is no longer connected. Update the account set.`;
  throw fieldError('/templates/account_set', 'unknown_account', detail);
}

/**
 * Return the accounts that a request names: by their ids, or those of its account set on the platforms of the item.
 * Undefined without either.
 */
export function namedAccountIds(
  { accounts }: TemplatedRequest,
  { byRole }: NamedTemplates,
  platforms: readonly Platform[],
): string[] | undefined {
  const set = byRole.get('account_set')?.accounts;
  if (!set) return accounts;
  const pointer = '/templates/account_set';
  if (accounts !== undefined) throw fieldError(pointer, 'not_with_accounts', 'Cannot be combined with accounts.');
  const ids = set.filter(({ platform }) => platforms.includes(platform)).map(({ id }) => id);
  if (ids.length > 0) return ids;
  const detail = `The account set has no account on the platforms of the item (${platforms.join(', ')}).`;
  throw fieldError(pointer, 'not_of_platforms', detail);
}
