/** A run LinkedIn makes a hashtag of: letters, digits, and marks after them; it needs one letter at least. */
const HASHTAG_WORD = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*$/u;

/**
 * Escapes text for LinkedIn's `commentary`, which is in the "little" format: `\ | { } @ [ ] ( ) < > # * _ ~`
 * are reserved there, and LinkedIn silently cuts a post off at the first one without a backslash.
 *
 * Well-formed `#hashtags` stay as they are, since an escaped one would be plain text: at the start or after
 * white space or `(`, and without `_`, which is reserved itself. One pass, so that a backslash put in is
 * never escaped again.
 *
 * Urls are escaped like everything else. The documentation says that all reserved characters are, "even if
 * those characters are not used in one of the supported elements", and the reader takes the backslashes out
 * before the url is shown or followed. Should a link turn out not to be clickable for it, that is the
 * smaller loss: an unescaped `_` or `(` in a url may cut off the rest of the post without a word.
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
