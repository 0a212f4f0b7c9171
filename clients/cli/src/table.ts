/** What a list shows first, of the fields that its items have. */
const COLUMNS = [
  'id',
  'webhook_id',
  'schedule_id',
  'delivery_id',
  'content_id',
  'key_id',
  'code',
  'type',
  'event_type',
  'title',
  'name',
  'url',
  'email',
  'role',
  'platform',
  'platforms',
  'status',
  'scheduled_at',
  'timestamp',
  'created_at',
];
const MAX_COLUMNS = 5;
const GAP = '  ';
const MIN_WIDTH = 6;
const WIDE =
  /[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

const NOT_ESCAPED_BY_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>;

/** Write a table that fits a width: its longest columns are shortened. */
export function renderTable(rows: readonly Row[], columns: readonly string[], width: number): string {
  const lines = [
    columns.map((name) => withoutControls(name).toUpperCase().replaceAll('_', ' ')),
    ...rows.map((row) => columns.map((name) => cellText(row[name]))),
  ];
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index]!))));
  // Ids and URLs are what a person copies, and a part of a time says nothing.
  const isWhole = columns.map((name) => /(^|_)(id|url|at)$|^time/.test(name));
  const widths = fit(natural, isWhole, width - GAP.length * (columns.length - 1));
  return lines
    .map((line) =>
      line
        .map((cell, index) => pad(shorten(cell, widths[index]!), widths[index]!))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** Write an object as lines of a name and a value. */
export function renderObject(value: Row, width: number): string {
  const names = Object.keys(value);
  const name = Math.max(0, ...names.map((each) => each.length));
  return names
    .map((each) =>
      `${pad(withoutControls(each), name)}${GAP}${shorten(cellText(value[each]), Math.max(MIN_WIDTH, width - name - GAP.length))}`.trimEnd(),
    )
    .join('\n');
}

/** Choose a few useful columns for items of any kind. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const known = COLUMNS.filter((name) => names.includes(name));
  const isPlain = (name: string) => rows.every((row) => row[name] === null || typeof row[name] !== 'object');
  const other = names.filter((name) => !known.includes(name) && isPlain(name));
  return [...known, ...(known.length < 3 ? other : [])].slice(0, MAX_COLUMNS);
}

/** Write a value in one line, without the characters that control a terminal. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  const text = isPlainList ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return withoutControls(text.replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.\d+Z$/, '$1Z'));
}

/** Replace each run of control characters by a space: a text of others must not control the terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, ' ');
}

/** Write a value as JSON that controls no terminal: JSON itself escapes only the first 32 characters. */
export function safeJson(value: unknown, indent?: number): string {
  const escaped = (each: string) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(NOT_ESCAPED_BY_JSON, (run) => [...run].map(escaped).join(''));
}

function fit(natural: number[], isWhole: boolean[], width: number): number[] {
  const widths = [...natural];
  for (let excess = sum(widths) - width; excess > 0; excess -= 1) {
    const candidates = widths.map((each, index) => (isWhole[index] ? 0 : each));
    const longest = candidates.indexOf(Math.max(...candidates));
    if (candidates[longest]! <= MIN_WIDTH) break;
    widths[longest]! -= 1;
  }
  return widths;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function widthOf(text: string): number {
  return sum([...text].map(widthOfCharacter));
}

function widthOfCharacter(character: string): number {
  if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [short, used] = ['', 0];
  for (const character of text) {
    used += widthOfCharacter(character);
    if (used > width - 1) break;
    short += character;
  }
  return `${short}…`;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
