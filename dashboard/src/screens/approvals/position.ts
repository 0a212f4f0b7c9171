/** Where a list continues: in the items without a time, or in the scheduled ones. */
export interface Position {
  part: 'unscheduled' | 'scheduled';
  cursor: string | null;
}

/** Write a position as one cursor. */
export function encodeCursor({ part, cursor }: Position): string {
  return `${part} ${cursor ?? ''}`;
}

/** Read a cursor. Without one, the list starts with the items that have no time. */
export function decodeCursor(text: string | null): Position {
  if (text === null) return { part: 'unscheduled', cursor: null };
  const [part, cursor = ''] = text.split(' ');
  return { part: part === 'scheduled' ? 'scheduled' : 'unscheduled', cursor: cursor || null };
}
