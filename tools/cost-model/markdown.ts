/** A section under its title: its parts with a line between, the empty ones left out. */
export function section(title: string, before: string, body: string, ...after: string[]): string {
  return [`## ${title}`, before, body, ...after].filter((part) => part !== '').join('\n\n');
}

/** A table of Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Dollars with as many places as matter. */
export function money(value: number): string {
  if (value === 0) return '0';
  return value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

/** A number with at most so many places. */
export function number(value: number, places = 1): string {
  return String(Number(value.toFixed(places)));
}

/** A share of 1 as whole percent. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
