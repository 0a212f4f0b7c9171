import { asciiDomainsIn, isResolvable, type Label, labelsIn, type Span } from './domain-names.ts';
import { ACCENTED } from './url-patterns.ts';

// The character classes of twitter-text's URL pattern. As there, they are matched by UTF-16 code unit and, except
// for hosts, with the `i` flag: both widen what they match.
const SPACES = String.raw`\t-\r \x85\xA0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`;
const DIRECTIONS = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;
const REJECTED = String.raw`\uFFFE\uFEFF\uFFFF`;
const IN_PATH = String.raw`[a-z0-9\u0400-\u04FF${ACCENTED}!*';:=+,.$/%#[\]\-\u2013_~@|&]`;
const IN_QUERY = String.raw`[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]`;

const HOST = new RegExp(String.raw`[^!'#%&()*+,\\/:;<=>?@[\]^{|}~$${SPACES}${DIRECTIONS}${REJECTED}]+`, 'g');
const LABEL = /^[^-_](?:.*[^-_])?$/s;
const MAY_PRECEDE = new RegExp(`[^A-Za-z0-9@＠$#＃${REJECTED}]`);
const PROTOCOL_BEFORE = /https?:\/\/$/i;
const PORT = /:[0-9]+/y;
/** Parentheses belong to a path in pairs, nested once at most. */
const IN_PARENTHESES = String.raw`\((?:${IN_PATH}+|${IN_PATH}*\(${IN_PATH}+\)${IN_PATH}*)\)`;
/** A path does not end in punctuation, but it may end in parentheses right behind such an end. */
const PATH = new RegExp(
  String.raw`\/(?:(?:${IN_PATH}|${IN_PARENTHESES})*[a-z0-9\u0400-\u04FF${ACCENTED}+\-=_#/])?(?:${IN_PARENTHESES})*`,
  'iy',
);
const QUERY = new RegExp(String.raw`\?${IN_QUERY}*[a-z0-9\-_&=#/]`, 'iy');
const SHORT_URL = new RegExp(String.raw`^https?:\/\/t\.co\/([a-z0-9]+)(?:${QUERY.source})?`, 'i');

const DEFAULT_PROTOCOL = 'https://';
const MAX_URL_LENGTH = 4096;
const MAX_SHORT_URL_SLUG = 40;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Check whether a URL may start at `at`: after the text already `taken`, and not within a word. */
function mayBegin(text: string, at: number, taken: number): boolean {
  return at === 0 || (at > taken && MAY_PRECEDE.test(text.charAt(at - 1)));
}

/** Find where the first domain starts within a label, after the text already `taken`; -1 when none does. */
function domainStart(text: string, label: Label, taken: number): number {
  const name = text.slice(label.start, label.end);
  if (!/[^-_]$/.test(name) || (label.further || label.direct) === 0) return -1;
  const begins = (at: number) => !'-_'.includes(text.charAt(at)) && mayBegin(text, at, taken);
  let at = label.start + (label.further === 0 ? name.lastIndexOf('_') + 1 : 0);
  // At the start of a text twitter-text tries the second character before the first.
  if (at === 0 && label.end > 1 && begins(1)) return 1;
  while (at < label.end && !begins(at)) at++;
  return at < label.end ? at : -1;
}

/** Return the protocol before a host, where a URL may start with it; otherwise empty. */
function protocolBefore(text: string, host: number, taken: number): string {
  const protocol = PROTOCOL_BEFORE.exec(text.slice(Math.max(0, host - DEFAULT_PROTOCOL.length), host))?.[0] ?? '';
  return protocol !== '' && mayBegin(text, host - protocol.length, taken) ? protocol : '';
}

/** Return the part of a URL with a protocol that X links. A t.co link ends at its slug. */
function linkWithProtocol(url: string): string {
  const [short, slug] = SHORT_URL.exec(url) ?? [];
  if (short === undefined || slug === undefined) return url;
  return slug.length > MAX_SHORT_URL_SLUG ? '' : short;
}

/**
 * Find the URLs in a text that X links, in order: with or without `http(s)://`, on a known top-level domain. The text
 * must be in NFC. Equal to twitter-text 3.1.0, oddities included, because X charges by what it links; own code, because
 * twitter-text takes quadratic time: seconds for the 10,000 characters of a hostile text.
 */
export function findUrls(text: string): Span[] {
  // Most texts have no domain, which has a dot inside.
  if (!/\.\S/.test(text)) return [];
  const urls: Span[] = [];
  let taken = 0;
  for (const { 0: host, index } of text.matchAll(HOST)) {
    const span = { start: index, end: index + host.length };
    for (const label of labelsIn(text, span, LABEL)) {
      const start = label.end > taken ? domainStart(text, label, taken) : -1;
      if (start === -1) continue;
      const protocol = start === span.start ? protocolBefore(text, start, taken) : '';
      const domain = { start, end: label.further || label.direct };
      const pathStart = domain.end + matchAt(PORT, text, domain.end).length;
      const path = matchAt(PATH, text, pathStart);
      const pathEnd = pathStart + path.length;
      taken = pathEnd + matchAt(QUERY, text, pathEnd).length;
      urls.push(...linksIn(text, { protocol, domain, hasPath: path !== '', end: taken }));
    }
  }
  return urls;
}

/** Split a text in NFC at the URLs that X links; `n` URLs separate `n + 1` parts. */
export function splitAtUrls(text: string): string[] {
  const urls = findUrls(text);
  return [...urls, { start: text.length }].map(({ start }, index) => text.slice(urls[index - 1]?.end ?? 0, start));
}

type UrlMatch = { protocol: string; domain: Span; hasPath: boolean; end: number };

/** Return the parts of a URL that X links: all of it, only its Latin parts without a protocol, or nothing. */
function linksIn(text: string, { protocol, domain, hasPath, end }: UrlMatch): Span[] {
  const start = domain.start - protocol.length;
  if ((protocol || DEFAULT_PROTOCOL).length + end - start > MAX_URL_LENGTH) return [];
  const name = text.slice(domain.start, domain.end);
  const latin = asciiDomainsIn(text, domain);
  if ((name.startsWith('xn--') && latin.length === 0) || !isResolvable(name)) return [];
  if (protocol !== '') {
    const link = linkWithProtocol(text.slice(start, end));
    return link === '' ? [] : [{ start, end: start + link.length }];
  }
  if (/[-_./]/.test(text.charAt(start - 1))) return [];
  const last = latin.at(-1);
  // A path belongs to the last of them; without a path, X leaves the port or query out of the link.
  if (last !== undefined && hasPath) last.end += end - domain.end;
  return latin;
}
