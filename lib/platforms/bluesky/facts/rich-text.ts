import { findUrls } from '../../twitter/facts/text/post-urls.ts';

/** A part of a text that Bluesky links, with its position in UTF-16 code units. */
export type LinkedPart = { start: number; end: number } & (
  | { kind: 'link'; uri: string }
  | { kind: 'mention'; handle: string }
  | { kind: 'tag'; tag: string }
);

/** A facet of a post: a range of UTF-8 bytes, and what it links to. */
export type Facet = { index: { byteStart: number; byteEnd: number }; features: Record<string, string>[] };

const MAX_TAG_CHARACTERS = 64;
/** A URL with a protocol, which may lead to any host. It ends before punctuation that belongs to the sentence. */
const URL_PATTERN = /(?<![\p{L}\p{N}@])https?:\/\/[^\s<>"]+/giu;
/** RFC 1035, and a last label that does not begin with a digit. */
const MENTION =
  /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![\w@-])/giu;
const TAG = /(?<=^|\s)[#＃]((?:(?!\u20E2|\u200D)[^\s\u00AD\u2060\u200A-\u200C#＃])+)/gu;

/** Find the links, mentions and tags of a text, as Bluesky's own app does, in their order and without overlaps. */
export function findLinkedParts(text: string): LinkedPart[] {
  const parts = [...findUrlsWithProtocol(text), ...findDomains(text), ...findMentions(text), ...findTags(text)];
  const inOrder = parts.toSorted((one, other) => one.start - other.start || other.end - one.end);
  let end = 0;
  return inOrder.filter((part) => {
    if (part.start < end) return false;
    end = part.end;
    return true;
  });
}

function findUrlsWithProtocol(text: string): LinkedPart[] {
  return [...text.matchAll(URL_PATTERN)].flatMap(({ 0: found, index }): LinkedPart[] => {
    const uri = withoutPunctuation(found);
    return URL.canParse(uri) ? [{ kind: 'link', uri, start: index, end: index + uri.length }] : [];
  });
}

/** Remove punctuation after a URL, and a parenthesis that it does not open. */
function withoutPunctuation(url: string): string {
  const trimmed = url.replace(/[.,;:!?'"]+$/, '');
  const isClosedOnly = trimmed.endsWith(')') && trimmed.split(')').length > trimmed.split('(').length;
  return isClosedOnly ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed;
}

/** Find domains without a protocol, on a known top-level domain. */
function findDomains(text: string): LinkedPart[] {
  // The rules of X for domains need NFC; positions in another form would not be those of the text.
  if (text.normalize('NFC') !== text) return [];
  return findUrls(text).flatMap(({ start, end }): LinkedPart[] => {
    const url = text.slice(start, end);
    const hasProtocol = /^https?:/i.test(url);
    return hasProtocol || text[start - 1] === '@' ? [] : [{ kind: 'link', uri: `https://${url}`, start, end }];
  });
}

function findMentions(text: string): LinkedPart[] {
  return [...text.matchAll(MENTION)].map(({ 0: found, 1: handle, index }) => {
    return { kind: 'mention', handle: handle!.toLowerCase(), start: index, end: index + found.length };
  });
}

function findTags(text: string): LinkedPart[] {
  return [...text.matchAll(TAG)].flatMap(({ 1: found, index }): LinkedPart[] => {
    const tag = found!.replace(/\p{P}+$/u, '');
    const isTag = /[^\d\s\p{P}]/u.test(tag) && !tag.startsWith('\uFE0F') && [...tag].length <= MAX_TAG_CHARACTERS;
    return isTag ? [{ kind: 'tag', tag, start: index, end: index + 1 + tag.length }] : [];
  });
}

/** Build the facets of a text. A mention of a handle without a DID stays text. */
export function toFacets(text: string, parts: LinkedPart[], didOf: ReadonlyMap<string, string>): Facet[] {
  const byteAt = (position: number) => Buffer.byteLength(text.slice(0, position));
  return parts.flatMap((part) => {
    const feature = toFeature(part, didOf);
    if (feature === null) return [];
    return [{ index: { byteStart: byteAt(part.start), byteEnd: byteAt(part.end) }, features: [feature] }];
  });
}

function toFeature(part: LinkedPart, didOf: ReadonlyMap<string, string>): Record<string, string> | null {
  if (part.kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: part.uri };
  if (part.kind === 'tag') return { $type: 'app.bsky.richtext.facet#tag', tag: part.tag };
  const did = didOf.get(part.handle);
  return did === undefined ? null : { $type: 'app.bsky.richtext.facet#mention', did };
}
