import type { Content, MentionOptions, PlatformOptions } from '../../content/rules/content.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Platform } from '../../platforms/platform.ts';
import { withAltNames } from './alt-texts.ts';
import type { TemplatedFields, WrittenItem } from './apply-templates.ts';
import type { NamedTemplates } from './named-templates.ts';
import { renderFor } from './render-mentions.ts';
import { parseItemText, parseRequestText } from './template-text.ts';

type Options = Partial<Record<Platform, PlatformOptions>>;

/** Which general fields a request changes. */
type Changed = Record<'text' | 'thread' | 'first_comment', boolean>;

/**
 * Return the options that an item has before its saved mentions make further ones, and those of them that mentions have
 * made: the options of the request, or else those of the item, without what its new general fields make again; then the
 * default options, where it has none. An option that mentions have made and that the request repeats counts as made: a
 * client sends back what it has read.
 */
export function optionsBefore(
  request: TemplatedFields,
  templates: NamedTemplates,
  { platforms, current }: WrittenItem,
  changed: Changed,
): { options: Options; made: MentionOptions } {
  const requested = request.platform_options;
  const written = requested
    ? { platform_options: ofRequest(requested, templates), mention_options: repeatedOf(requested, current) }
    : current;
  const kept = ofItem(written, changed);
  const options = { ...kept.options };
  const hasComment = request.first_comment !== undefined || (current?.first_comment ?? null) !== null;
  for (const platform of platforms) {
    const { first_comment, ...rest } = templates.byRole.get('options')?.platform_options?.[platform] ?? {};
    const pointer = '/templates/options';
    const comment =
      !first_comment || hasComment
        ? {}
        : { first_comment: renderFor(platform, parseItemText(first_comment, pointer), templates) };
    const own = { ...rest, ...comment, ...options[platform] };
    if (Object.keys(own).length > 0) options[platform] = own;
  }
  return { options, made: kept.made };
}

/** Return the options of a request, with its saved mentions replaced. */
function ofRequest(requested: Options, templates: NamedTemplates): Options {
  const entries = Object.entries(requested) as [Platform, PlatformOptions][];
  const rendered = entries.map(([platform, options]) => {
    const pointer = `/platform_options/${platform}`;
    const render = (text: string, field: string) =>
      renderFor(platform, parseRequestText(text, `${pointer}/${field}`, templates), templates);
    const { text, media, thread, first_comment } = options;
    const shown: PlatformOptions = { ...options };
    if (text !== undefined) shown.text = render(text, 'text');
    if (media) shown.media = withAltNames(media, `${pointer}/media`, templates);
    if (thread) {
      shown.thread = thread.map((post, i) => ({
        text: render(post.text, `thread/${i}/text`),
        media: withAltNames(post.media, `${pointer}/thread/${i}/media`, templates),
      }));
    }
    if (first_comment) shown.first_comment = render(first_comment, 'first_comment');
    return [platform, shown];
  });
  return Object.fromEntries(rendered);
}

/** Return the options of an item that its mentions have made and that a request repeats. */
function repeatedOf(requested: Options, current: WrittenItem['current']): MentionOptions {
  const made = Object.entries(current?.mention_options ?? {}) as [Platform, (keyof Changed)[]][];
  const isRepeated = (platform: Platform) => (field: keyof Changed) =>
    canonicalJson(requested[platform]?.[field]) === canonicalJson(current?.platform_options[platform]?.[field]);
  return Object.fromEntries(made.map(([platform, fields]) => [platform, fields.filter(isRepeated(platform))]));
}

/** Return the options of an item, without those that its mentions have made of fields that change. */
function ofItem(
  current: Pick<Content, 'platform_options' | 'mention_options'> | null,
  changed: Changed,
): { options: Options; made: MentionOptions } {
  const made = Object.entries(current?.mention_options ?? {}) as [Platform, (keyof Changed)[]][];
  const outdated = new Map(made.map(([platform, fields]) => [platform, fields.filter((field) => changed[field])]));
  const entries = Object.entries(current?.platform_options ?? {}) as [Platform, PlatformOptions][];
  const options = entries.map(([platform, own]) => {
    const kept = Object.entries(own).filter(([field]) => !outdated.get(platform)?.includes(field as keyof Changed));
    return [platform, Object.fromEntries(kept)] as const;
  });
  const left = made.map(([platform, fields]) => [platform, fields.filter((field) => !changed[field])] as const);
  return {
    options: Object.fromEntries(options.filter(([, own]) => Object.keys(own).length > 0)),
    made: Object.fromEntries(left.filter(([, fields]) => fields.length > 0)),
  };
}
