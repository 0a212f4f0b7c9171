import type { Content, MentionOptions, PlatformOptions, ThreadPost } from '../../content/rules/content.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import type { Media, Platform } from '../../platforms/platform.ts';
import { withAltNames } from './alt-texts.ts';
import { type ComposedText, composeText } from './compose-text.ts';
import { optionsBefore } from './item-options.ts';
import type { NamedTemplates } from './named-templates.ts';
import { renderFor } from './render-mentions.ts';
import { parseRequestText } from './template-text.ts';

/** The fields of a request for an item that have texts, with the files that were found. */
export interface TemplatedFields {
  title?: string | undefined;
  description?: string | undefined;
  media?: Media[] | undefined;
  thread?: ThreadPost[] | undefined;
  first_comment?: string | null | undefined;
  platform_options?: Partial<Record<Platform, PlatformOptions>> | undefined;
}

/** The item that a request writes: its platforms afterwards, and its state before; null for a new one. */
export interface WrittenItem {
  platforms: readonly Platform[];
  current: Content | null;
}

/** The general fields that a request changes; a platform whose text of them differs gets an option. */
type General = {
  text: ComposedText | undefined;
  thread: ComposedText[] | undefined;
  first_comment: ComposedText | null | undefined;
};

const MAX_LENGTH = { title: 300, description: 10_000 };

/**
 * Return the fields of an item that its templates complete: the texts without variables, saved mentions replaced by their
 * handles per platform, in options, and default options. A general field shows the plain name of a mention. Throws 422 at
 * the field of an unknown mention, of a variable without a value, and of a result that is too long.
 */
export function applyTemplates(
  request: TemplatedFields,
  templates: NamedTemplates,
  item: WrittenItem,
): TemplatedFields & { mention_options?: MentionOptions } {
  const { current } = item;
  if (!templates.isUsed && !current?.mention_options) return {};
  const parse = (text: string, pointer: string) => parseRequestText(text, pointer, templates);
  const title = request.title === undefined ? undefined : parse(request.title, '/title');
  const description = composeText(request, templates, current);
  // Without a description, the title is the text.
  const titleText = (current?.description ?? null) === null ? title : undefined;
  const general: General = {
    text: description ?? titleText,
    thread: request.thread?.map(({ text }, index) => parse(text, `/thread/${index}/text`)),
    first_comment:
      request.first_comment == null ? request.first_comment : parse(request.first_comment, '/first_comment'),
  };
  const render = (text: ComposedText) => renderFor(null, text, templates);
  const threadFor = (platform: Platform | null) =>
    request.thread?.map((post, index) => ({
      text: renderFor(platform, general.thread![index]!, templates),
      media: withAltNames(post.media, `/thread/${index}/media`, templates),
    }));
  const { options, made } = optionsBefore(request, templates, item, {
    text: general.text !== undefined,
    thread: general.thread !== undefined,
    first_comment: general.first_comment !== undefined,
  });
  for (const platform of item.platforms) {
    const own = { ...options[platform] };
    const add = <F extends keyof General>(field: F, general: PlatformOptions[F], rendered: PlatformOptions[F]) => {
      if (own[field] !== undefined || JSON.stringify(general) === JSON.stringify(rendered)) return;
      own[field] = rendered;
      made[platform] = [...(made[platform] ?? []), field];
    };
    if (general.text) add('text', render(general.text), renderFor(platform, general.text, templates));
    if (general.thread) add('thread', threadFor(null), threadFor(platform));
    const comment = general.first_comment;
    if (comment) add('first_comment', render(comment), renderFor(platform, comment, templates));
    if (Object.keys(own).length > 0) options[platform] = own;
  }
  return {
    ...(title ? { title: atMost('title', render(title), '/title') } : {}),
    ...(description ? { description: described(render(description), templates) } : {}),
    ...(request.media ? { media: withAltNames(request.media, '/media', templates) } : {}),
    ...(general.thread ? { thread: threadFor(null)! } : {}),
    ...(general.first_comment ? { first_comment: render(general.first_comment) } : {}),
    platform_options: options,
    ...(current?.mention_options || Object.keys(made).length > 0 ? { mention_options: made } : {}),
  };
}

function described(text: string, { byRole }: NamedTemplates): string {
  return atMost('description', text, byRole.has('snippet') ? '/templates/snippet' : '/description');
}

function atMost(field: keyof typeof MAX_LENGTH, text: string, pointer: string): string {
  const [length, max] = [[...text].length, MAX_LENGTH[field]];
  if (length <= max) return text;
  const detail = `The ${field} has ${length} characters with its templates. At most ${max} are allowed.`;
  throw fieldError(pointer, 'too_long', detail);
}
