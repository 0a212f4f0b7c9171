import { createHash } from 'node:crypto';
import twitterText from 'twitter-text';
import type { StoredPost } from '../../kit/simulator/post-store.ts';

/** A link in a post's text; `start` and `end` count code points of the displayed text. */
export interface DisplayLink {
  start: number;
  end: number;
  url: string;
  expanded_url: string;
  display_url: string;
}

const DISPLAY_CHARACTERS = 26;

/** Return the short link of a URL, which is always the same. */
function shortLink(target: string): string {
  const letters = createHash('sha256').update(target).digest('base64url').replace(/[-_]/g, '');
  return `https://t.co/${letters.slice(0, 10)}`;
}

function displayOf(url: string): string {
  const bare = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  const characters = [...bare];
  return characters.length > DISPLAY_CHARACTERS ? `${characters.slice(0, DISPLAY_CHARACTERS).join('')}…` : bare;
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Render the text of a post as X returns it.
 *
 * Every URL is a short link, `& < >` are escaped as in HTML, and a link to the media, if any, follows the text.
 */
export function displayText(post: StoredPost, hasMedia: boolean): { text: string; urls: DisplayLink[] } {
  const urls: DisplayLink[] = [];
  let text = '';
  const show = (url: string, expanded_url: string, display_url: string) => {
    const start = [...text].length;
    text += url;
    urls.push({ start, end: start + url.length, url, expanded_url, display_url });
  };

  let end = 0;
  for (const { url, indices } of twitterText.extractUrlsWithIndices(post.text)) {
    text += escapeMarkup(post.text.slice(end, indices[0]));
    const target = /^https?:\/\//i.test(url) ? url : `http://${url}`;
    show(shortLink(target), target, displayOf(target));
    end = indices[1];
  }
  text += escapeMarkup(post.text.slice(end));
  if (hasMedia) {
    if (text !== '') text += ' ';
    const target = `https://x.com/simulated/status/${post.id}/photo/1`;
    const link = shortLink(target);
    show(link, target, link.replace('https://t.co/', 'pic.x.com/'));
  }
  return { text, urls };
}
