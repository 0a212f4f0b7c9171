import type { PlatformOptions } from '../../content/rules/content.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { nameKey } from '../../core/values/name-key.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { Template } from './template.ts';
import { type Mention, parseItemText } from './template-text.ts';

/** The fields of a request that name a template, each named as the kind of the template. */
export const ROLES = ['snippet', 'signature', 'hashtags', 'account_set', 'options'] as const;
export type Role = (typeof ROLES)[number];

/** The templates of one request for an item. */
export interface NamedTemplates {
  isUsed: boolean;
  byRole: ReadonlyMap<Role, Template>;
  /** The saved mentions in its texts, by the key of their names. */
  mentions: ReadonlyMap<string, Template>;
  variables: Readonly<Record<string, string>>;
  /** The texts of the request stay as they are: only those of its templates have saved mentions. */
  keepsTexts: boolean;
}

/** Those of a request that names none. */
export const NO_TEMPLATES: NamedTemplates = {
  isUsed: false,
  byRole: new Map(),
  mentions: new Map(),
  variables: {},
  keepsTexts: false,
};

type MediaTexts = { alt?: string | undefined }[] | undefined;
type PostTexts = { text: string; media?: MediaTexts }[] | undefined;

type OptionTexts = Pick<PlatformOptions, 'text' | 'first_comment'> & { media?: MediaTexts; thread?: PostTexts };

/** The texts of a request for an item. */
export interface ItemTexts {
  title?: string | undefined;
  description?: string | undefined;
  media?: MediaTexts;
  thread?: PostTexts;
  first_comment?: string | null | undefined;
  platform_options?: Partial<Record<Platform, OptionTexts>> | undefined;
}

/** The most different saved mentions of one request. */
const MAX_MENTIONS = 20;

/**
 * List the names of the saved mentions in the texts of a request and of its templates, each once. Throws 422 at the text
 * that has one too many.
 */
export function mentionsOf(request: ItemTexts, { byRole }: NamedTemplates = NO_TEMPLATES): string[] {
  const ofTemplates = [...byRole].flatMap(([role, { text, platform_options }]) => {
    const comments = Object.values(platform_options ?? {}).map((defaults) => defaults.first_comment);
    return mentionsIn([text, ...comments], `/templates/${role}`);
  });
  const ofOptions = Object.entries(request.platform_options ?? {}).flatMap(([platform, options]) =>
    mentionsIn(textsOf(options), `/platform_options/${platform}`),
  );
  const { title, description, media, thread, first_comment } = request;
  const names = new Map<string, string>();
  for (const { mention, pointer } of [
    ...mentionsIn([title], '/title'),
    ...mentionsIn([description], '/description'),
    ...mentionsIn(textsOf({ media }), '/media'),
    ...mentionsIn(textsOf({ thread }), '/thread'),
    ...mentionsIn([first_comment], '/first_comment'),
    ...ofOptions,
    ...ofTemplates,
  ]) {
    names.set(nameKey(mention), mention);
    if (names.size > MAX_MENTIONS) {
      throw fieldError(pointer, 'too_many_mentions', `An item can have at most ${MAX_MENTIONS} saved mentions.`);
    }
  }
  return [...names.values()];
}

function textsOf({ text, media = [], thread = [], first_comment }: OptionTexts) {
  const alts = [...media, ...thread.flatMap((post) => post.media ?? [])].map(({ alt }) => alt);
  return [text, first_comment, ...thread.map((post) => post.text), ...alts];
}

function mentionsIn(texts: (string | null | undefined)[], pointer: string): Mention[] {
  return texts
    .flatMap((text) => (text?.includes('{{@') ? parseItemText(text, pointer) : []))
    .filter((segment) => typeof segment !== 'string');
}
