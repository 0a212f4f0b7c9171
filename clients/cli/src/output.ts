import { cellText, safeJson, withoutControls } from './cell.ts';
import { isContent, renderContent } from './content-view.ts';
import { renderObject } from './object-view.ts';
import { isPlatformList, renderPlatforms } from './platform-view.ts';
import { columnsOf, type Row, renderTable } from './table.ts';

/** A terminal that does not know its width, as in a container, has 0 columns or none. */
const DEFAULT_PROGRESS_WIDTH = 80;

/** Writes results to stdout, as JSON or as tables, and everything else to stderr. */
export class Output {
  /** Whether results are JSON: for programs, and with `--json`. */
  readonly isJson: boolean;
  readonly #isShowingProgress = process.stderr.isTTY === true;
  #progress = '';

  constructor(isJson: boolean) {
    this.isJson = isJson || process.stdout.isTTY !== true;
  }

  /** Print one object. */
  object(value: object): void {
    this.clearProgress();
    if (this.isJson) this.text(safeJson(value, 2));
    else this.text(this.#tableOf(value));
  }

  #tableOf(value: object): string {
    if (isContent(value)) return renderContent(value, this.width);
    return isPlatformList(value) ? renderPlatforms(value, this.width) : renderObject(value as Row, this.width);
  }

  /** Print rows: as one JSON value `whole`, or as a table. */
  rows(
    rows: readonly Row[],
    { whole = rows, columns = columnsOf(rows) }: { whole?: object; columns?: string[] } = {},
  ): void {
    this.clearProgress();
    if (this.isJson) this.text(safeJson(whole, 2));
    else this.text(rows.length === 0 ? 'None.' : renderTable(rows, columns, this.width));
  }

  /** Print a line of JSON. */
  line(value: unknown): void {
    this.text(safeJson(value));
  }

  /** Print a text to stdout. */
  text(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  /** Print a remark for a person, which may have lines and parts of a response. */
  note(text: string): void {
    this.clearProgress();
    process.stderr.write(`${text.split('\n').map(withoutControls).join('\n')}\n`);
  }

  /** Print a warning. */
  warn(text: string): void {
    this.note(`cis: ${text}`);
  }

  /** Show what a command does, in one line that the next one replaces. Only terminals have it. */
  progress(text: string): void {
    if (!this.#isShowingProgress) return;
    const line = cellText(text).slice(0, (process.stderr.columns || DEFAULT_PROGRESS_WIDTH) - 1);
    if (line === this.#progress) return;
    this.#progress = line;
    process.stderr.write(`\r\u001b[K${line}`);
  }

  /** Remove the line of the progress. */
  clearProgress(): void {
    if (this.#progress !== '') process.stderr.write('\r\u001b[K');
    this.#progress = '';
  }

  /** The width of the terminal. One that does not know its width has no limit. */
  get width(): number {
    return process.stdout.columns || Number.POSITIVE_INFINITY;
  }
}
