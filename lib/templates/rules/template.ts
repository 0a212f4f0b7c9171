import type { PlatformOptions, TargetAccount } from '../../content/rules/content.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import { parseTemplateText, type Values, variablesIn } from './template-text.ts';

export const TEMPLATE_KINDS = ['snippet', 'hashtags', 'signature', 'account_set', 'mention', 'options'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The most templates of a workspace. */
export const MAX_TEMPLATES = 500;

/** The defaults of one platform. What belongs to one post, its text, files and thread, has none. */
export type OptionDefaults = Pick<PlatformOptions, 'first_comment' | 'link' | 'visibility'>;

/** A template. Its kind decides which of the fields from `text` to `platform_options` it has; the others are null. */
export interface Template {
  id: string;
  workspace_id: string;
  name: string;
  kind: TemplateKind;
  text: string | null;
  /** Each variable of the text with its default; null for one that a request has to give. */
  variables: Record<string, string | null> | null;
  accounts: TargetAccount[] | null;
  handles: Partial<Record<Platform, string>> | null;
  platform_options: Partial<Record<Platform, OptionDefaults>> | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  version: number;
}

/** The fields that depend on the kind. */
type KindFields = Pick<Template, 'text' | 'variables' | 'accounts' | 'handles' | 'platform_options'>;

/** What a request says of a template. Absent fields do not change; null is accepted for those of other kinds. */
export type TemplateInput = { name?: string | undefined } & {
  [Field in keyof KindFields]?: Template[Field] | undefined;
};

const NO_FIELDS: KindFields = { text: null, variables: null, accounts: null, handles: null, platform_options: null };

/** The fields of each kind; the first is required. */
const FIELDS: Record<TemplateKind, readonly [keyof KindFields, ...(keyof KindFields)[]]> = {
  snippet: ['text', 'variables'],
  hashtags: ['text', 'variables'],
  signature: ['text', 'variables'],
  account_set: ['accounts'],
  mention: ['handles'],
  options: ['platform_options'],
};

/** Create a template. Throws 422 for a missing field of its kind, and for fields of other kinds. */
export function newTemplate(
  { kind, ...input }: TemplateInput & { name: string; kind: TemplateKind },
  owner: { id: string; workspaceId: string; userId: string },
  nowMs: number,
): Template {
  const [required] = FIELDS[kind];
  if (input[required] === undefined) throw missingField(kind, required);
  const now = formatInstant(nowMs);
  return {
    ...{ id: owner.id, workspace_id: owner.workspaceId, name: input.name, kind },
    ...fieldsAfter({ kind, ...NO_FIELDS }, input),
    ...{ created_by: owner.userId, created_at: now, updated_at: now, version: 0 },
  };
}

/** Change a template; returns the same object if nothing changes. Variables that stay in the text keep their defaults. */
export function editTemplate(before: Template, input: TemplateInput, nowMs: number): Template {
  const changed = { ...fieldsAfter(before, input), name: input.name ?? before.name };
  const isSame = canonicalJson(changed) === canonicalJson(pick(before, ...fieldNames(changed)));
  return isSame ? before : { ...before, ...changed, updated_at: formatInstant(nowMs) };
}

function missingField(kind: TemplateKind, name: string): Error {
  return fieldError(`/${name}`, 'required', `Required for a template of the kind ${kind}.`);
}

function fieldNames<T extends object>(value: T): (keyof T)[] {
  return Object.keys(value) as (keyof T)[];
}

function fieldsAfter(before: KindFields & Pick<Template, 'kind'>, input: TemplateInput): KindFields {
  const allowed: readonly string[] = FIELDS[before.kind];
  const names = fieldNames(NO_FIELDS);
  const foreign = names.find((name) => input[name] !== undefined && input[name] !== null && !allowed.includes(name));
  if (foreign)
    throw fieldError(`/${foreign}`, 'not_of_kind', `A template of the kind ${before.kind} has no ${foreign}.`);
  const missing = names.find((name) => input[name] === null && allowed.includes(name));
  if (missing) throw missingField(before.kind, missing);
  const { accounts, handles, platform_options } = input;
  const text = input.text ?? before.text;
  return {
    text,
    variables: text === null ? null : variablesAfter(text, before.variables ?? {}, input.variables ?? undefined),
    accounts: accounts ?? before.accounts,
    handles: handles ?? before.handles,
    platform_options: platform_options ?? before.platform_options,
  };
}

/** Return each variable of a text with its default. Throws 422 for a default of a variable that the text does not have. */
function variablesAfter(text: string, before: Values, sent: Values | undefined): Record<string, string | null> {
  const names = variablesIn(parseTemplateText(text, '/text'));
  const unknown = Object.keys(sent ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw fieldError(`/variables/${unknown}`, 'unknown_variable', `The text has no {{${unknown}}}.`);
  }
  const defaults = new Map(Object.entries(sent ?? before));
  return Object.fromEntries(names.map((name) => [name, defaults.get(name) ?? null]));
}

/** Return a template as the API shows it. */
export function toTemplateView(template: Template): Record<string, unknown> {
  return {
    ...pick(template, 'id', 'name', 'kind', 'text', 'variables'),
    accounts: template.accounts?.map(({ id }) => id) ?? null,
    ...pick(template, 'handles', 'platform_options', 'created_by', 'created_at', 'updated_at'),
  };
}
