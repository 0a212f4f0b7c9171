import { postFor } from '../../content/rules/content.ts';
import type { Publishable } from '../../content/rules/post/thread.ts';
import { replaceUrls } from '../../content/rules/text/text-urls.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { INVISIBLE } from '../../core/values/clean-text.ts';
import { isLibraryMedia, type Media, type Platform } from '../../platforms/platform.ts';

/**
 * Compute the fingerprint of what an item publishes first on a platform, which equal posts share: the normalized text, the
 * files and the linked page of its post. What follows in a thread does not count, nor what link rules add.
 */
export function fingerprintOf(content: Publishable, platform: Platform): string {
  const { link_parameters: _, ...written } = content;
  const { text, media, link } = postFor(written, platform);
  const card = link === null ? [] : [withoutTracking(link)];
  return sha256(canonicalJson([normalizePost(text), media.map(identityOf), ...card]));
}

// Of advertising and mail systems: they change the URL, and not what it shows.
const TRACKING = /^(utm_.*|fbclid|gclid|dclid|msclkid|twclid|li_fat_id|igshid|mc_[ce]id|_hs(enc|mi))$/i;
const ASCII = /^\p{ASCII}*$/u;
// The byte order mark is white space for an expression, and invisible.
const WHITE_SPACE = /[^\S\uFEFF]+/gu;

/** Normalize a text so that two posts which look the same are equal: white space, case, invisible characters, tracking. */
export function normalizePost(text: string): string {
  // Before NFKC, which composes a letter and its mark only where nothing is between them.
  const visible = text.replaceAll(WHITE_SPACE, ' ').replaceAll(INVISIBLE, '').normalize('NFKC');
  return foldCase(replaceUrls(visible, withoutTracking).replaceAll(/\s+/gu, ''));
}

/** Write a text in lower case, in which a sigma has one form, and a letter that has no capital with its mark is composed. */
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
}

function withoutTracking(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  const [written = ''] = text.split(/[?#]/, 1);
  // Text may follow a URL without a space. It counts as text, so a path that may have it is not encoded.
  const whole = ASCII.test(written) ? url.href : `${written}${url.search}${url.hash}`;
  return whole.replace(/\/?[?#]?$/, '');
}

/** A file by the hash of its bytes; one of an earlier version by what its inspection found. */
function identityOf(media: Media): unknown {
  if (!isLibraryMedia(media)) return withoutTracking(media.url);
  const { sha256: hash, content_type, size_bytes, width, height, duration_ms } = media.file;
  return hash ?? [content_type, size_bytes, width, height, duration_ms];
}
