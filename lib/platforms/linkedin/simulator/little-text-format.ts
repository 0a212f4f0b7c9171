const RESERVED = new Set('\\|{}@[]()<>#*_~');

/**
 * Render a commentary as LinkedIn does.
 *
 * A backslash escapes a reserved character, `#word` is a hashtag, and any other reserved character silently
 * truncates the text.
 */
export function readLittleText(commentary: string): string {
  let shown = '';
  for (let i = 0; i < commentary.length; i += 1) {
    const character = commentary[i]!;
    const next = commentary[i + 1] ?? '';
    if (character === '\\' && RESERVED.has(next)) {
      shown += next;
      i += 1;
    } else if (character === '#' && /^[\p{L}\p{N}]/u.test(commentary.slice(i + 1, i + 3))) {
      shown += '#';
    } else if (RESERVED.has(character)) {
      return shown;
    } else {
      shown += character;
    }
  }
  return shown;
}
