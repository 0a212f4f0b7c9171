import { h } from 'preact';
import { htmlPage, pageHeaders } from '../../core/http/html.ts';
import { isLibraryMedia, type Media } from '../../platforms/platform.ts';
import type { SandboxPost } from '../rules/post/sandbox-post.ts';

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

/** Build the page of a sandbox post. The text and the URLs of its media are shown as text, without links. */
export function sandboxPage({ platform, text, media, created_at, reply_to }: SandboxPost): string {
  const note = `A sandbox account for ${platform} published this post into the service. It is not published on a platform.`;
  const files = media.map((each) => h('li', null, `${each.type}: ${nameOf(each)}${each.alt ? ` (${each.alt})` : ''}`));
  return htmlPage(`Sandbox post (${platform})`, [
    h('h1', null, 'Sandbox'),
    h('p', null, note),
    reply_to && repliedPart(reply_to),
    h('pre', null, text),
    files.length > 0 && [h('h2', null, 'Media'), h('ul', null, files)],
    h('p', null, created_at),
  ]);
}

function repliedPart({ kind, parent_id }: NonNullable<SandboxPost['reply_to']>) {
  const what = kind === 'comment' ? 'The first comment on ' : 'A post of a thread, in reply to ';
  return h('p', null, what, h('a', { href: parent_id }, parent_id));
}
