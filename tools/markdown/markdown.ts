/** Render a section: its title and its parts, separated by blank lines. Omits empty parts. */
export function section(title: string, before: string, body: string, ...after: string[]): string {
  return [`## ${title}`, before, body, ...after].filter((part) => part !== '').join('\n\n');
}

/** Render a Markdown table. Every row has as many cells as `head`. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Format dollars: two decimals from 0.10 on, two significant digits below. */
export function money(value: number): string {
  if (value === 0) return '0';
  return value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

/** Format a number with at most `places` decimals. */
export function number(value: number, places = 1): string {
  return String(Number(value.toFixed(places)));
}

/** Format a share of 1 as whole percent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
