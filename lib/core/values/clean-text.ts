/** What a reader does not see: control, bidirectional, zero-width, tag and private characters, and blank letters. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?![\n\t])\p{Cc}/gu;

/** The lengths of untrusted texts, in code points. */
export const NAME_LENGTH = 200;
export const TEXT_LENGTH = 2_000;

/** Clean a text from outside of the service: remove what is invisible, and end it after `max`. */
export function cleanText(text: string, max: number): string {
  const points = [...text.replaceAll(INVISIBLE, '')];
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : points.join('');
}

/** Clean a text that may be absent. */
export function cleanTextOrNull(text: string | null | undefined, max: number): string | null {
  return text == null ? null : cleanText(text, max);
}
