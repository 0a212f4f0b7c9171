import { diffArrays } from 'diff';

/** A part of a text that two versions of it share, or that only one of them has. */
export interface TextPart {
  change: 'same' | 'removed' | 'added';
  text: string;
}

/** A piece of a part as it is shown: its text, or the code point of an invisible character, as in `U+200B`. */
export interface ShownPiece {
  text: string;
  isCodePoint: boolean;
}

// Two texts that have less in common are shown one after the other.
const MAX_EDITS = 2_000;

// The labels of a host have their limit: without it, a long line of hyphens takes the square of its length.
const URL = /(?:https?:\/\/|www\.)[^\s<>"]+|(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}{2,63}(?:\/[^\s<>"]*)?/u;
const WHOLE_URL = new RegExp(`^(?:${URL.source})$`, 'u');
const EMOJI = /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*/u;
const WHOLE_EMOJI = new RegExp(`^(?:${EMOJI.source})$`, 'u');

// What a change replaces as a whole: a URL, a word, an emoji, a line break, or one other character.
const TOKEN = new RegExp(`${URL.source}|[\\p{L}\\p{M}\\p{N}_]+|${EMOJI.source}|\\n|.`, 'gsu');

// Format and control characters, spaces that look like others or like nothing, and variation selectors.
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u;

// Letters of a word with Latin ones that look like them, and accents that are characters of their own.
const LATIN = /\p{Script=Latin}/u;
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{M}]/u;

/** Compare two texts by words. URLs are compared as a whole, and each invisible character is a word. */
export function compareTexts(before: string, after: string): TextPart[] {
  const whole = [part('removed', before), part('added', after)];
  const found = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: MAX_EDITS });
  const parts = found?.map(({ value, added, removed }) =>
    part(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  );
  return joinChanges(parts ?? whole).filter(({ text }) => text !== '');
}

function part(change: TextPart['change'], text: string): TextPart {
  return { change, text };
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Join changes that only a space separates: a sentence that was replaced is one change, and not one per word. */
function joinChanges(parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let change = { removed: '', added: '' };
  const end = () => {
    joined.push(part('removed', change.removed), part('added', change.added));
    change = { removed: '', added: '' };
  };
  for (const [index, { change: kind, text }] of parts.entries()) {
    const isBetween =
      kind === 'same' && text === ' ' && change.removed + change.added !== '' && index < parts.length - 1;
    if (isBetween) change = { removed: `${change.removed} `, added: `${change.added} ` };
    else if (kind !== 'same') change[kind] += text;
    else {
      end();
      joined.push(part('same', text));
    }
  }
  end();
  return joined;
}

/**
 * Split a part into what is shown. A changed part shows every invisible character, its line breaks, and in a URL
 * each character beyond ASCII, which may look like another one; in a word with Latin letters, those of another script.
 * Elsewhere, those that form an emoji stay.
 */
export function shownPieces({ change, text }: TextPart): ShownPiece[] {
  const isChanged = change !== 'same';
  return tokensOf(text)
    .flatMap((token) => {
      if (!isChanged && WHOLE_EMOJI.test(token)) return plain(token);
      if (token === '\n') return plain(isChanged ? '↵\n' : '\n');
      const isUrl = isChanged && WHOLE_URL.test(token);
      const isLatin = isChanged && LATIN.test(token);
      return [...token].flatMap((character) =>
        HIDDEN.test(character) || (isUrl && character > '~') || (isLatin && LOOKALIKE.test(character))
          ? codePoint(character)
          : plain(character),
      );
    })
    .reduce<ShownPiece[]>(append, []);
}

function plain(text: string): ShownPiece {
  return { text, isCodePoint: false };
}

function codePoint(character: string): ShownPiece {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return { text: `U+${code}`, isCodePoint: true };
}

// It changes the list: a copy per piece takes a minute for a text of invisible characters.
function append(pieces: ShownPiece[], piece: ShownPiece): ShownPiece[] {
  const last = pieces.at(-1);
  if (last && !last.isCodePoint && !piece.isCodePoint) last.text += piece.text;
  else pieces.push({ ...piece });
  return pieces;
}
