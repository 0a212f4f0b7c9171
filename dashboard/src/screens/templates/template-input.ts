import type { Schemas } from '../../api/client.ts';
import { type Template, type TemplateKind, variablesIn } from '../../content/template-texts.ts';
import { PLATFORMS, type Platform } from '../../platforms.ts';

/** What a person has typed for the defaults of one platform. */
export interface TypedDefaults {
  firstComment: string;
  link: string;
  visibility: 'public' | 'connections';
}

/** What a person has typed into the form of a template. Fields of other kinds keep what was typed. */
export interface TemplateInput {
  kind: TemplateKind;
  name: string;
  text: string;
  /** The defaults of variables, also of those that the text has no more. */
  defaults: Record<string, string>;
  accounts: string[];
  handles: Partial<Record<Platform, string>>;
  options: Partial<Record<Platform, TypedDefaults>>;
}

export const NO_DEFAULTS: TypedDefaults = { firstComment: '', link: '', visibility: 'public' };

/** Return the form of a new template. */
export function emptyInput(kind: TemplateKind): TemplateInput {
  return { kind, name: '', text: '', defaults: {}, accounts: [], handles: {}, options: {} };
}

/** Return the form that shows a template. */
export function inputOf(template: Template): TemplateInput {
  const defaults = Object.entries(template.variables ?? {}).flatMap(([name, preset]) =>
    preset === null ? [] : [[name, preset]],
  );
  const options = PLATFORMS.flatMap((platform) => {
    const own = template.platform_options?.[platform];
    if (!own) return [];
    const { first_comment = '', link = '', visibility = 'public' } = own;
    return [[platform, { firstComment: first_comment, link, visibility }]];
  });
  return {
    ...{ kind: template.kind, name: template.name, text: template.text ?? '', accounts: template.accounts ?? [] },
    ...{
      defaults: Object.fromEntries(defaults),
      handles: { ...template.handles },
      options: Object.fromEntries(options),
    },
  };
}

/** Return the body that creates or changes a template: its name and the fields of its kind. */
export function bodyOf(input: TemplateInput): Omit<Schemas['TemplateCreate'], 'kind'> {
  const name = input.name.trim();
  if (input.kind === 'account_set') return { name, accounts: input.accounts };
  if (input.kind === 'mention') return { name, handles: withoutEmpty(input.handles) };
  if (input.kind === 'options') return { name, platform_options: optionsOf(input.options) };
  const variables = variablesIn(input.text).map((each) => [each, input.defaults[each] || null]);
  return { name, text: input.text, variables: Object.fromEntries(variables) };
}

function withoutEmpty(handles: TemplateInput['handles']) {
  return Object.fromEntries(Object.entries(handles).filter(([, handle]) => handle.trim() !== ''));
}

function optionsOf(options: TemplateInput['options']): Schemas['TemplateCreate']['platform_options'] {
  const given = Object.entries(options).map(([platform, { firstComment, link, visibility }]) => [
    platform,
    {
      ...(firstComment.trim() === '' ? {} : { first_comment: firstComment }),
      ...(link.trim() === '' ? {} : { link: link.trim() }),
      ...(visibility === 'public' ? {} : { visibility }),
    },
  ]);
  return Object.fromEntries(given.filter(([, own]) => Object.keys(own as object).length > 0));
}

/** Whether a form lacks what its kind requires. */
export function isIncomplete(input: TemplateInput): boolean {
  const { name, ...fields } = bodyOf(input);
  const [given] = Object.values(fields);
  if (typeof given === 'string') return name === '' || given.trim() === '';
  return name === '' || Object.keys(given ?? {}).length === 0;
}
