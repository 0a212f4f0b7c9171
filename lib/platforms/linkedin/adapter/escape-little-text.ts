/** A run that LinkedIn converts to a hashtag: letters, digits, and marks after them. */
const HASHTAG_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u;

/**
 * Escape text for LinkedIn's `commentary`, which is in the "little" format: `\ | { } @ [ ] ( ) < > # * _ ~` are
 * reserved, and LinkedIn silently cuts a post off at the first one without a backslash. Well-formed `#hashtags` are not
 * escaped, because an escaped one would be plain text: at the start or after white space or `(`, with a letter, and
 * without the reserved `_`. One pass, so that an inserted backslash is never escaped. URLs are escaped like any other
 * text: the documentation requires it "even if those characters are not used in one of the supported elements", and
 * LinkedIn removes the backslashes. A link that is not clickable is a smaller loss than a post that is cut off at a `_`
 * or `(` of a URL. Source: learn.microsoft.com, LinkedIn "little text format".
 */
export function escapeLittleTextFormat(text: string): string {
  return text.replace(
    /#([\p{L}\p{M}\p{N}_]*)|[\\|{}@[\]()<>*_~]/gu,
    (reserved: string, word: string | undefined, offset: number) => {
      if (word === undefined) return `\\${reserved}`;
      const startsWord = offset === 0 || /[\s(]/u.test(text[offset - 1]!);
      if (startsWord && HASHTAG_WORD.test(word) && /\p{L}/u.test(word)) return reserved;
      return `\\#${word.replaceAll('_', '\\_')}`;
    },
  );
}
