const WIDE =
  /[\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
const NOT_ESCAPED_BY_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const PLATFORM_FIELD = /(^|_)platforms?$/;

/** The time of a publication on the clock of a zone, as responses have it. */
interface LocalTime {
  local: string;
  time_zone: string;
}

/** Write the value of a field in one line, without the characters that control a terminal. */
export function cellText(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? '-' : withoutControls(value.map((item) => nameOf(field, item)).join(', '));
  }
  if (isLocalTime(value)) return withoutControls(clockOf(value));
  if (typeof value === 'object') return withoutControls(JSON.stringify(value, nameOf));
  const text = String(nameOf(field, value));
  return INSTANT.test(text) ? localTime(text) : withoutControls(text);
}

/** Write an instant on the clock of this machine: `2026-11-29 09:00`, with seconds that are not 0. */
export function localTime(instant: string): string {
  const time = new Date(instant);
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  const clock = [time.getHours(), time.getMinutes(), ...(time.getSeconds() === 0 ? [] : [time.getSeconds()])];
  return `${year}-${[month, day].map(twoDigits).join('-')} ${clock.map(twoDigits).join(':')}`;
}

/** Write the time of a publication: as it was given, with its zone, and the instant; else on the clock of this machine. */
export function publicationTime(item: { scheduled_at: string | null; scheduled_local: LocalTime | null }): string {
  const { scheduled_at: instant, scheduled_local: local } = item;
  if (local === null || instant === null) return cellText(instant);
  return withoutControls(`${clockOf(local)} (${instant.replace(/\.\d+Z$/, 'Z')})`);
}

/** Write a text of the service with the name of X that people know. A list of both names has it once. */
export function withFamiliarNames(text: string): string {
  return text.replace(/\btwitter, (?=[^.]*\bx\b)/g, '').replace(/\btwitter\b(?!\.\w)/g, 'x');
}

/** Replace each run of control characters by a space: a text of others must not control the terminal. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, ' ');
}

/** Write a value as JSON that controls no terminal: JSON itself escapes only the first 32 characters. */
export function safeJson(value: unknown, indent?: number): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(NOT_ESCAPED_BY_JSON, (run) => [...run].map(escaped).join(''));
}

/** Count the columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  return [...text].reduce((total, character) => total + widthOfCharacter(character), 0);
}

/** Shorten a text to a number of columns. */
export function shorten(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [short, used] = ['', 0];
  for (const character of text) {
    used += widthOfCharacter(character);
    if (used > width - 1) break;
    short += character;
  }
  return `${short}…`;
}

/** Fill a text with spaces up to a number of columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Return a value as people know it: responses call X by its former name. */
function nameOf(field: string, value: unknown): unknown {
  if (!PLATFORM_FIELD.test(field)) return value;
  const names = (each: unknown) => (each === 'twitter' ? 'x' : each);
  return Array.isArray(value) ? value.map(names) : names(value);
}

function isLocalTime(value: unknown): value is LocalTime {
  const { local, time_zone } = (value ?? {}) as Partial<LocalTime>;
  return typeof local === 'string' && typeof time_zone === 'string';
}

function clockOf({ local, time_zone }: LocalTime): string {
  return `${local.replace('T', ' ')} ${time_zone}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function widthOfCharacter(character: string): number {
  if (/\p{Mark}|\u200d|\ufe0f/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
