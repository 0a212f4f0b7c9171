import type { Schemas } from '../api/client.ts';
import type { Platform } from '../platforms.ts';
import { textFor } from './post-text.ts';

export type Template = Schemas['Template'];
export type TemplateKind = Schemas['TemplateKind'];

/** The kinds of templates, in the order in which they are shown. */
export const TEMPLATE_KINDS = ['snippet', 'signature', 'hashtags', 'mention', 'account_set', 'options'] as const;

const VARIABLE = /\{\{([A-Za-z][A-Za-z0-9_]{0,39})\}\}/g;
const MENTION = /\{\{@([^{}\n]{1,100})\}\}/g;

/** List the variables of a text, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name!))];
}

/** Insert values into a text, as they are. A variable without a value stays. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name] || placeholder : placeholder,
  );
}

type PostText = { text: string };

/** What of an item has texts. */
interface Texts {
  title: string;
  description: string | null;
  platforms: Platform[];
  thread: PostText[];
  first_comment: string | null;
  platform_options: Partial<Record<Platform, { text?: string; thread?: PostText[]; first_comment?: string | null }>>;
}

/** Return an item as it is shown: with the handles of its saved mentions on each of its platforms. */
export function withHandles<Item extends Texts>(item: Item, templates: readonly Template[]): Item {
  const mentions = new Map(templates.flatMap((each) => (each.kind === 'mention' ? [[keyOf(each.name), each]] : [])));
  if (mentions.size === 0 || !JSON.stringify(item).includes('{{@')) return item;
  const render = (text: string, platform: Platform) =>
    text.replaceAll(MENTION, (placeholder, name: string) => {
      const mention = mentions.get(keyOf(name));
      return mention ? (mention.handles?.[platform] ?? mention.name) : placeholder;
    });
  const options = item.platforms.map((platform) => {
    const own = item.platform_options[platform] ?? {};
    const { thread = item.thread, first_comment = item.first_comment } = own;
    const shown = {
      text: render(textFor(item, platform), platform),
      thread: thread.map((post) => ({ ...post, text: render(post.text, platform) })),
      first_comment: first_comment && render(first_comment, platform),
    };
    return [platform, { ...own, ...shown }];
  });
  return { ...item, platform_options: { ...item.platform_options, ...Object.fromEntries(options) } };
}

/** Return what two names have in common that count as one. */
function keyOf(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
