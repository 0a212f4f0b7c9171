import { escapeHtmlAttribute, htmlPage, pageHeaders } from '../../core/http/html.ts';
import { isLibraryMedia, type Media } from '../../platforms/facts/platform.ts';
import type { SandboxPost } from '../rules/sandbox-post.ts';

/** Return the headers of everything about a sandbox post: nothing stores or lists it, and it sends no referrer. */
export function sandboxHeaders(): Record<string, string> {
  return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };
}

/** Return the headers of the page of a sandbox post, which loads no resource and runs no script. */
export function sandboxPageHeaders(): Record<string, string> {
  return { ...pageHeaders(), ...sandboxHeaders() };
}

function nameOf(media: Media): string {
  return isLibraryMedia(media) ? media.media_id : media.url;
}

/** Build the page of a sandbox post. The text and the addresses of its media are shown as text, without links. */
export function sandboxPage({ platform, text, media, created_at, reply_to }: SandboxPost): string {
  const note = `A sandbox account for ${platform} published this post into the service. It is not published on a platform.`;
  const images = media.map(
    (each) => `<li>${escapeHtmlAttribute(`${each.type}: ${nameOf(each)}${each.alt ? ` (${each.alt})` : ''}`)}</li>`,
  );
  const list = images.length > 0 ? `<h2>Media</h2><ul>${images.join('')}</ul>` : '';
  const answered = reply_to
    ? `<p>${reply_to.kind === 'comment' ? 'The first comment on' : 'A post of a thread, in reply to'} <a href="${escapeHtmlAttribute(reply_to.parent_id)}">${escapeHtmlAttribute(reply_to.parent_id)}</a></p>`
    : '';
  return htmlPage(
    `Sandbox post (${platform})`,
    `<h1>Sandbox</h1><p>${escapeHtmlAttribute(note)}</p>${answered}<pre>${escapeHtmlAttribute(text)}</pre>${list}<p>${escapeHtmlAttribute(created_at)}</p>`,
  );
}
