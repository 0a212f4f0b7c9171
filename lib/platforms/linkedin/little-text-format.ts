/** A hashtag of LinkedIn: letters, digits and their marks, with at least one letter. */
const HASHTAG_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u;

/**
 * Escape a text for LinkedIn's `commentary`, which is in the "little text format".
 *
 * The characters `\ | { } @ [ ] ( ) < > # * _ ~` are reserved, and LinkedIn silently truncates a post at the
 * first unescaped one. Well-formed `#hashtags` are not escaped, because an escaped one is plain text: at the start
 * or after white space or `(`, and without `_`, which is reserved. The text is processed in one pass, so that an
 * inserted backslash is never escaped again.
 *
 * URLs are escaped too. The documentation requires it for all reserved characters, "even if those characters are
 * not used in one of the supported elements", and LinkedIn removes the backslashes before it shows or follows the
 * URL. A link that is not clickable would be the smaller loss: an unescaped `_` or `(` in a URL may silently
 * truncate the rest of the post.
 *
 * Source: learn.microsoft.com, LinkedIn "little text format".
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
