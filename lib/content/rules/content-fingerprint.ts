import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { isLibraryMedia, type Media } from '../../platforms/facts/platform.ts';
import type { Content } from './content.ts';
import { destinationsOf } from './content-targets.ts';
import { partsFor } from './thread.ts';

/** What an item publishes on one account, as a hash that equal posts share. */
export interface Fingerprint {
  /** The id of the account, or the name of a platform that has no account yet. */
  account: string;
  hash: string;
}

/** Compute the fingerprints of an item: the normalized texts and the files of all its parts, for each account. */
export function fingerprintsOf(content: Content, defaults: DefaultAccounts): Fingerprint[] {
  return destinationsOf(content).map(({ platform, accountId }) => {
    const parts = partsFor(content, platform).map(({ text, media }) => [normalizePost(text), media.map(identityOf)]);
    return { account: accountId ?? defaults[platform] ?? platform, hash: sha256(canonicalJson(parts)) };
  });
}

// Of advertising and mail systems: they change the URL, and not what it shows.
const TRACKING = /^(utm_.*|fbclid|gclid|dclid|msclkid|twclid|li_fat_id|igshid|mc_[ce]id|_hs(enc|mi))$/i;
const URLS = /https?:\/\/\S+/gi;
// What no reader sees: zero-width, bidirectional and tag characters, variation selectors, fillers, control characters.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;

/** Normalize a text so that two posts which look the same are equal: white space, case, invisible characters, tracking. */
export function normalizePost(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(/\s+/gu, ' ').replaceAll(INVISIBLE, '');
  return visible.replaceAll(URLS, withoutTracking).replaceAll(/\s+/gu, '').toLowerCase();
}

function withoutTracking(text: string): string {
  const url = URL.parse(text);
  if (!url) return text;
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href.replace(/\/?[?#]?$/, '');
}

/** A file by what its inspection found, which is the same for a second upload of its bytes. */
function identityOf(media: Media): unknown {
  if (!isLibraryMedia(media)) return withoutTracking(media.url);
  const { content_type, size_bytes, width, height, duration_ms } = media.file;
  return [content_type, size_bytes, width, height, duration_ms];
}
