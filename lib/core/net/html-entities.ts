/** The named entities of the characters that HTML reserves, and of the most common others in titles. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};
const MAX_CODE_POINT = 0x10_ff_ff;

/** Decode the entities of a text in HTML; unknown ones stay. Own code: complete decoders exceed the bundle's budget. */
export function decodeEntities(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code).toWellFormed() : entity;
  });
}
