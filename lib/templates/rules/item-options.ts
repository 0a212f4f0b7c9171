import type { MentionOptions, PlatformOptions } from '../../content/rules/content.ts';
import type { Platform } from '../../platforms/facts/platform.ts';
import type { TemplatedFields, WrittenItem } from './apply-templates.ts';
import type { NamedTemplates } from './named-templates.ts';
import { renderFor } from './render-mentions.ts';
import { parseItemText } from './template-text.ts';

type Options = Partial<Record<Platform, PlatformOptions>>;

/** Which general fields a request changes. */
type Changed = Record<'text' | 'thread' | 'first_comment', boolean>;

/**
 * Return the options that an item has before its saved mentions make further ones, and those of them that mentions have
 * made: the options of the request, or else those of the item without what its new general fields make again; then the
 * default options, where it has none.
 */
export function optionsBefore(
  request: TemplatedFields,
  templates: NamedTemplates,
  { platforms, current }: WrittenItem,
  changed: Changed,
): { options: Options; made: MentionOptions } {
  const kept = request.platform_options ? ofRequest(request.platform_options, templates) : ofItem(current, changed);
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
function ofRequest(requested: Options, templates: NamedTemplates): { options: Options; made: MentionOptions } {
  const entries = Object.entries(requested) as [Platform, PlatformOptions][];
  const rendered = entries.map(([platform, options]) => {
    const pointer = `/platform_options/${platform}`;
    const render = (text: string, field: string) =>
      renderFor(platform, parseItemText(text, `${pointer}/${field}`), templates);
    const { text, thread, first_comment } = options;
    const shown: PlatformOptions = { ...options };
    if (text !== undefined) shown.text = render(text, 'text');
    if (thread) shown.thread = thread.map((post, i) => ({ ...post, text: render(post.text, `thread/${i}/text`) }));
    if (first_comment) shown.first_comment = render(first_comment, 'first_comment');
    return [platform, shown];
  });
  return { options: Object.fromEntries(rendered), made: {} };
}

/** Return the options of an item, without those that its mentions have made of fields that change. */
function ofItem(current: WrittenItem['current'], changed: Changed): { options: Options; made: MentionOptions } {
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
