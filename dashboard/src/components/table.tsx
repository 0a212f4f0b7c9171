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

/** A column of a list: its name, and what it shows of an item. */
export interface ListColumn<T> {
  name: string;
  cell: (item: T) => ComponentChildren;
  class?: string;
  /** It is aligned to the right. */
  isNumber?: true;
  /** It names the row, for screen readers. */
  isHead?: true;
  /** A narrow screen shows the values alone: they say themselves what they are. */
  isPlain?: true;
}

interface ListTableProps<T> extends Omit<TableProps, 'columns' | 'children'> {
  items: readonly T[];
  /** What differs between the items; by default their id. */
  by?: keyof T;
  columns: readonly (ListColumn<T> | false)[];
}

/** A table with a row per item. On a narrow screen, the name of a column stands beside each value. */
export function ListTable<T extends object>({ items, by = 'id' as keyof T, columns, ...table }: ListTableProps<T>) {
  const shown = columns.filter((column) => column !== false);
  return (
    <Table {...table} columns={shown.map(({ name, isNumber }) => (isNumber ? { number: name } : name))}>
      {items.map((item) => (
        <tr key={String(item[by])}>{shown.map((column) => cellOf(column, item))}</tr>
      ))}
    </Table>
  );
}

function cellOf<T>({ name, cell, isNumber, isHead, isPlain, ...column }: ListColumn<T>, item: T) {
  const className = isNumber ? 'number' : column.class;
  if (isHead) {
    return (
      <th key={name} scope="row" class={className}>
        {cell(item)}
      </th>
    );
  }
  return (
    <td key={name} class={className} data-label={isPlain ? undefined : name}>
      {cell(item)}
    </td>
  );
}
