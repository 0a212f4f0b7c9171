import type { Account } from '../../content/content.ts';
import { type Template, withValues } from '../../content/template-texts.ts';
import { PLATFORMS, type Platform } from '../../platforms.ts';
import type { Draft, DraftOptions } from './draft.ts';

type Chosen = Pick<Draft, 'text' | 'platforms' | 'accounts' | 'options' | 'firstComment'>;

/** Return what a template changes in a draft. `values` are those of its variables. */
export function applyTemplate(
  draft: Chosen,
  template: Template,
  values: Readonly<Record<string, string>>,
  accounts: readonly Account[],
): Partial<Draft> {
  if (template.kind === 'account_set') return chooseAccounts(template.accounts ?? [], accounts);
  if (template.kind === 'options') return { options: withDefaults(draft, template) };
  if (template.kind === 'mention') {
    const isApart = draft.text === '' || /\s$/u.test(draft.text);
    return { text: `${draft.text}${isApart ? '' : ' '}{{@${template.name}}}` };
  }
  const text = withValues(template.text ?? '', values);
  return { text: draft.text.trim() === '' ? text : `${draft.text.trimEnd()}\n\n${text}` };
}

function chooseAccounts(ids: readonly string[], accounts: readonly Account[]): Partial<Draft> {
  const chosen = accounts.filter(({ id }) => ids.includes(id));
  // A deleted account stays: the composer shows it, and the API rejects it until it is taken out.
  const lost = ids.filter((id) => !accounts.some((account) => account.id === id));
  const countOn = (platform: Platform) => accounts.filter((account) => account.platform === platform).length;
  return {
    platforms: PLATFORMS.filter((platform) => chosen.some((account) => account.platform === platform)),
    // The only account of a platform is its default, which a draft need not name.
    accounts: [...chosen.filter(({ platform }) => countOn(platform) > 1).map(({ id }) => id), ...lost],
  };
}

function withDefaults(draft: Chosen, { platform_options }: Template): Draft['options'] {
  const changed = draft.platforms.map((platform) => {
    const { first_comment, link, visibility } = platform_options?.[platform] ?? {};
    const own = draft.options[platform] ?? {};
    const firstComment = draft.firstComment === '' ? first_comment : undefined;
    const defaults: DraftOptions = {
      ...(firstComment === undefined ? {} : { firstComment }),
      ...(link === undefined ? {} : { link }),
      ...(visibility === undefined ? {} : { visibility }),
    };
    const typed = Object.entries(own).filter(([, value]) => value !== undefined);
    return [platform, { ...defaults, ...Object.fromEntries(typed) }] as const;
  });
  const used = changed.filter(([, options]) => Object.keys(options).length > 0);
  return { ...draft.options, ...Object.fromEntries(used) };
}
