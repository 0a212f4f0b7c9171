import type { ComponentChildren } from 'preact';

/** A column of a table by its name. A number is aligned to the right. False for one that is left out. */
export type Column = string | { number: string } | false;

interface TableProps {
  caption: ComponentChildren;
  /** Leave the caption to screen readers, where a heading says the same. */
  hidesCaption?: boolean;
  columns: readonly Column[];
  /** The table has no controls: the keyboard reaches it by this name, to scroll it on a narrow screen. */
  scrollLabel?: string;
  class?: string;
  /** The rows. */
  children: ComponentChildren;
}

/** A table that scrolls where it is wider than the screen. */
export function Table({ caption, hidesCaption = false, columns, scrollLabel, children, ...rest }: TableProps) {
  const table = (
    <table>
      <caption class={hidesCaption ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead>
        <tr>{columns.map(header)}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
  const className = rest.class ? `table ${rest.class}` : 'table';
  if (scrollLabel === undefined) return <div class={className}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section class={className} aria-label={scrollLabel} tabIndex={0}>
      {table}
    </section>
  );
}

function header(column: Column) {
  if (column === false) return null;
  const [name, className] = typeof column === 'string' ? [column, undefined] : [column.number, 'number'];
  return (
    <th key={name} scope="col" class={className}>
      {name}
    </th>
  );
}
