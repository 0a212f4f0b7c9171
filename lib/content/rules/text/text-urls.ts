/** A URL of a text, as the positions of its first character and of the one behind it. */
export interface TextUrl {
  start: number;
  end: number;
  /** Whether every platform sees the same end: platforms differ in the characters beyond ASCII that a URL can have. */
  isCertain: boolean;
}

/** Closing brackets and quotation marks of all scripts, and the punctuation of Chinese and Japanese sentences. */
const CLOSING = String.raw`\p{Pe}\p{Pf}\p{Pi}、。，．：；！？`;
const QUERY = String.raw`[?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*`;
// The host and the path may have letters of any script; behind a query they are text, which may follow without a space.
const URLS = new RegExp(String.raw`https?:\/\/(?:[^\s?#<>"${CLOSING}]|[)\]])+(?:${QUERY})?`, 'giu');
const PLAIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#][a-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*)?$/i;
// A quotation mark within a word closes nothing: it may be part of the URL.
const CERTAIN_END = new RegExp(String.raw`\s|$|[">${CLOSING}]+(?![">${CLOSING}\w%/@-])`, 'uy');
// X leaves out the bracket at the end of a path and of a fragment, also once parameters follow the path.
const CUT = /^[^?#]*\](?:[?#]|$)|#.*\]$/;
const PUNCTUATION = new Set('.,;:!?\'"])*');

/** List the URLs of a text that have a protocol, without the punctuation of the sentence behind them. */
export function findUrls(text: string): TextUrl[] {
  return [...text.matchAll(URLS)].map(({ 0: match, index: start }) => {
    const end = start + lengthWithoutPunctuation(match);
    CERTAIN_END.lastIndex = start + match.length;
    const url = text.slice(start, end);
    return { start, end, isCertain: CERTAIN_END.test(text) && PLAIN.test(url) && isNested(url) && !CUT.test(url) };
  });
}

/** Replace the URLs of a text. */
export function replaceUrls(text: string, replacement: (url: string, isCertain: boolean) => string): string {
  let replaced = '';
  let rest = 0;
  for (const { start, end, isCertain } of findUrls(text)) {
    replaced += text.slice(rest, start) + replacement(text.slice(start, end), isCertain);
    rest = end;
  }
  return replaced + text.slice(rest);
}

/**
 * Leave out the punctuation at the end, and closing parentheses and brackets that the URL does not open. X ends a link before
 * the bracket of `?x=[1]`, and behind it once parameters follow.
 */
function lengthWithoutPunctuation(url: string): number {
  const unopened = { ')': count(url, ')') - count(url, '('), ']': count(url, ']') - count(url, '[') };
  let length = url.length;
  for (; PUNCTUATION.has(url[length - 1]!); length -= 1) {
    const last = url[length - 1]!;
    if (last !== ')' && last !== ']') continue;
    if (unopened[last] <= 0) break;
    unopened[last] -= 1;
  }
  return length;
}

/** Return whether each parenthesis and bracket closes the one that was opened last. Platforms divide other URLs differently. */
function isNested(url: string): boolean {
  const open: string[] = [];
  for (const [sign] of url.matchAll(/[()[\]]/g)) {
    if (sign === '(' || sign === '[') open.push(sign);
    else if (open.pop() !== (sign === ')' ? '(' : '[')) return false;
  }
  return open.length === 0;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
