import { type ComponentChild, h } from 'preact';
import { findLinkedParts } from '../../platforms/linked-parts.ts';
import type { Platform } from '../../platforms/platform.ts';

/** Build the text of a post, with what the platform links highlighted. */
export function postText(platform: Platform, text: string): ComponentChild[] {
  const parts = findLinkedParts(platform, text);
  const shown = parts.flatMap(({ start, end, href }, index) => [
    text.slice(parts[index - 1]?.end ?? 0, start),
    highlighted(text.slice(start, end), href),
  ]);
  return [...shown, text.slice(parts.at(-1)?.end ?? 0)];
}

function highlighted(text: string, href: string | null): ComponentChild {
  if (href === null) return h('span', { class: 'tag' }, text);
  return h('a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, text);
}
