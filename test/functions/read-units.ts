import type { Item } from '../../lib/table/schema.ts';

const UNIT_BYTES = 4_096;

/** The read units of items that one request reads together, as DynamoDB charges them. A request costs half a unit at least. */
export function readUnits(items: (Item | undefined)[], isConsistent: boolean): number {
  const bytes = items.reduce((sum, item) => sum + itemBytes(item ?? {}), 0);
  return Math.max(1, Math.ceil(bytes / UNIT_BYTES)) * (isConsistent ? 1 : 0.5);
}

/** The size of an item as DynamoDB states it: names and values of attributes, and overhead of maps and lists. */
export function itemBytes(item: Item): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/[-.]/g, '').length / 2) + 1;
  if (typeof value === 'boolean' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value === undefined) return 0;
  const nested = Array.isArray(value) ? value.map(valueBytes) : [itemBytes(value as Item)];
  return 3 + Object.keys(value).length + nested.reduce((sum, bytes) => sum + bytes, 0);
}
