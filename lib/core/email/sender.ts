// An encoded word has at most 75 characters, of which the frame takes 12, and base64 three bytes in four. RFC 2047, section 2.
const MAX_WORD_BYTES = 45;

/**
 * Build the sender of an email: an address behind a display name. SES requires a name beyond ASCII as encoded words
 * (RFC 2047); any other name is a quoted string (RFC 5322, section 3.2.4).
 */
export function formatSender(name: string, address: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;
  return `${encodedWords(name).join(' ')} <${address}>`;
}

/** Encode a text as words of RFC 2047, none of which ends within a character. */
function encodedWords(text: string): string[] {
  const words = [''];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1)! + character) > MAX_WORD_BYTES) words.push('');
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`);
}
