import { describePlatform, type Platform } from '../platforms.ts';

/** What decides the text of a post on each platform. */
interface Texts {
  title: string;
  description: string | null;
  platform_options: Partial<Record<Platform, { text?: string }>>;
}

/** Return the text that is published on a platform: its own, else that of all platforms, else the title. */
export function textFor({ title, description, platform_options }: Texts, platform: Platform): string {
  return platform_options[platform]?.text ?? description ?? title;
}

/** Cut a text where the platform folds it, at a space if possible. Null if it is shown in full. */
export function foldText(platform: Platform, text: string): string | null {
  const { fold } = describePlatform(platform);
  if (!fold) return null;
  const lines = text.split('\n').slice(0, fold.lines).join('\n');
  const characters = [...lines];
  if (characters.length <= fold.characters) return lines === text ? null : lines.trimEnd();
  const start = characters.slice(0, fold.characters).join('');
  const space = start.search(/\s\S*$/);
  return (space > start.length / 2 ? start.slice(0, space) : start).trimEnd();
}

/** A part of a text: plain, or one that the platform links. */
export interface TextPart {
  kind: 'text' | 'url' | 'tag' | 'mention';
  text: string;
}

// URLs with a protocol, and those of common domains. The platforms know every domain; these are what people write.
const URL_PATTERN =
  /(?<![\p{L}\p{N}@./-])(?:https?:\/\/[^\s<>"]+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|co|dev|app|eu|de|uk|fr|ch|at|nl|us|info)(?![\p{L}\p{N}-])(?:\/[^\s<>"]*)?)/giu;
const TAG = /(?<![\p{L}\p{M}\p{N}_&/])#[\p{L}\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*/gu;
const MENTION = /(?<![\p{L}\p{M}\p{N}_.%+@/-])@[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?/giu;

const PATTERNS = [
  { kind: 'url', pattern: URL_PATTERN },
  { kind: 'tag', pattern: TAG },
  { kind: 'mention', pattern: MENTION },
] as const;

/** Split a text into its plain parts and those that the platform links, in their order. */
export function splitText(platform: Platform, text: string): TextPart[] {
  const { links } = describePlatform(platform);
  const found = PATTERNS.filter(({ kind }) => links.includes(kind))
    .flatMap(({ kind, pattern }) =>
      [...text.matchAll(pattern)].map((match) => ({ kind, start: match.index, text: withoutEnd(kind, match[0]) })),
    )
    .sort((one, other) => one.start - other.start);
  const parts: TextPart[] = [];
  let end = 0;
  for (const part of found) {
    if (part.start < end) continue;
    if (part.start > end) parts.push({ kind: 'text', text: text.slice(end, part.start) });
    parts.push({ kind: part.kind, text: part.text });
    end = part.start + part.text.length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

// The punctuation of the sentence does not belong to a URL.
function withoutEnd(kind: TextPart['kind'], text: string): string {
  if (kind !== 'url') return text;
  const trimmed = text.replace(/[.,;:!?'")\]]+$/, '');
  return text.startsWith(')', trimmed.length) && trimmed.includes('(') ? `${trimmed})` : trimmed;
}

/** Return a URL as the platform shows it. */
export function shownUrl(platform: Platform, url: string): string {
  const { shownUrl: rule } = describePlatform(platform);
  if (!rule) return url;
  const { maxCharacters, isBare = false, replacement } = rule;
  const shown = isBare ? url.replace(/^https?:\/\/(?:www\.)?/i, '') : url;
  return shown.length <= maxCharacters ? shown : (replacement ?? `${shown.slice(0, maxCharacters)}…`);
}

/** Return the URL whose page the platform shows as a card below the text, or null. Images replace the card. */
export function cardUrl(platform: Platform, text: string, imageCount: number): string | null {
  const { card } = describePlatform(platform);
  if (!card || imageCount > 0) return null;
  const urls = splitText(platform, text).filter(({ kind }) => kind === 'url');
  return urls.at(card === 'first' ? 0 : -1)?.text ?? null;
}
