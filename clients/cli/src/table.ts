import { cellText, pad, shorten, widthOf, withoutControls } from './cell.ts';

/** A row of a table. */
export type Row = Readonly<Record<string, unknown>>;

/** What a list shows of its items: the first time that one of them has, what describes them, and the first id. */
const TIMES = ['scheduled_at', 'timestamp', 'at'];
const COLUMNS = [
  'code',
  'type',
  'event_type',
  'title',
  'name',
  'url',
  'email',
  'role',
  'action',
  'platform',
  'platforms',
  'status',
];
const IDS = ['id', 'webhook_id', 'schedule_id', 'delivery_id', 'key_id', 'invitation_id', 'content_id'];
/** The only columns that are ever cut: a part of a URL, an id, a status or a time is of no use. */
const TEXTS = ['title', 'name', 'text', 'description', 'detail', 'summary', 'reason', 'meaning', 'remedy'];
const MAX_COLUMNS = 6;
/** The shortest beginning of a text that says something. */
const MIN_TEXT = 20;
const GAP = '  ';

/**
 * Write a table. Where it is wider than the terminal, it shortens texts, then moves the last column of a row to a line of
 * its own, and else writes one record per block.
 */
export function renderTable(rows: readonly Row[], columns: readonly string[], width: number): string {
  const shown = columns.filter((name) => rows.some((row) => cellText(row[name], name) !== '-'));
  const cells = rows.map((row) => shown.map((name) => cellText(row[name], name)));
  const heads = shown.map(headOf);
  const natural = shown.map((_, index) => Math.max(...[heads, ...cells].map((line) => widthOf(line[index]!))));
  const last = shown.length - 1;
  const widths = fit(shown, natural, width) ?? fit(shown.slice(0, last), natural.slice(0, last), width);
  if (!widths) return cells.map((line) => blockOf(heads, line)).join('\n\n');
  const lineOf = (line: string[]) => {
    const first = widths.map((columns, index) => pad(shorten(line[index]!, columns), columns)).join(GAP);
    if (widths.length > last) return first.trimEnd();
    const whole = `${first}${GAP}${line[last]}`;
    return widthOf(whole) <= width ? whole : `${first.trimEnd()}\n${GAP}${line[last]}`;
  };
  return [heads, ...cells].map(lineOf).join('\n');
}

/** Choose a few useful columns for items of any kind. */
export function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const hasValue = (name: string) => rows.some((row) => cellText(row[name], name) !== '-');
  const isPlain = (name: string) => rows.every((row) => row[name] === null || typeof row[name] !== 'object');
  const first = (known: string[]) => known.filter((name) => names.includes(name) && hasValue(name)).slice(0, 1);
  const [times, ids] = [first(TIMES), first(IDS)];
  // The URL of a post is that of its item, which `cis show` prints.
  const known = COLUMNS.filter((name) => names.includes(name) && !(name === 'url' && names.includes('title')));
  const isOther = (name: string) => isPlain(name) && ![...TIMES, ...COLUMNS, ...IDS, 'workspace_id'].includes(name);
  const described = [...times, ...known, ...(times.length + known.length < 2 ? names.filter(isOther) : [])];
  return [...described.slice(0, MAX_COLUMNS - ids.length), ...ids];
}

/** Choose the widths of columns, or return null if they are too many. */
function fit(names: readonly string[], natural: readonly number[], width: number): number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((total, each) => total + each, GAP.length * (widths.length - 1)) - width;
  while (excess > 0) {
    const spare = widths.map((each, index) => (TEXTS.includes(names[index]!) ? each - MIN_TEXT : 0));
    const most = Math.max(0, ...spare);
    if (most === 0) return null;
    widths[spare.indexOf(most)]! -= 1;
    excess -= 1;
  }
  return widths;
}

function blockOf(heads: readonly string[], line: readonly string[]): string {
  const width = Math.max(...heads.map(widthOf));
  return heads.map((head, index) => `${pad(head, width)}${GAP}${line[index]}`).join('\n');
}

function headOf(name: string): string {
  return withoutControls(name).toUpperCase().replaceAll('_', ' ');
}
