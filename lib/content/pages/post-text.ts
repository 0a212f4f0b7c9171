import { escapeHtmlAttribute } from '../../core/http/html.ts';
import { findLinkedParts } from '../../platforms/facts/linked-parts.ts';
import type { Platform } from '../../platforms/facts/platform.ts';

/** Build the HTML of the text of a post, with what the platform links highlighted. */
export function postText(platform: Platform, text: string): string {
  const parts = findLinkedParts(platform, text);
  const html = parts.map(({ start, end, href }, index) => {
    const before = text.slice(parts[index - 1]?.end ?? 0, start);
    return escapeHtmlAttribute(before) + highlighted(text.slice(start, end), href);
  });
  return html.join('') + escapeHtmlAttribute(text.slice(parts.at(-1)?.end ?? 0));
}

function highlighted(text: string, href: string | null): string {
  const shown = escapeHtmlAttribute(text);
  if (href === null) return `<span class="tag">${shown}</span>`;
  return `<a href="${escapeHtmlAttribute(href)}" rel="noopener noreferrer nofollow" target="_blank">${shown}</a>`;
}
