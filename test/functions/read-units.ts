import type { Item } from '../../lib/core/table/schema.ts';

const UNIT_BYTES = 4_096;

/** The read units of items that one request reads together, as DynamoDB charges them. A request costs half a unit at least. */
export function readUnits(items: (Item | undefined)[], isConsistent: boolean): number {
  const bytes = items.reduce((sum, item) => sum + (item ? itemBytes(item) : 0), 0);
  return Math.max(1, Math.ceil(bytes / UNIT_BYTES)) * (isConsistent ? 1 : 0.5);
}

// An item of the table is replaced, never changed, and it is read more often than it is written.
const sizes = new WeakMap<Item, number>();

/** The size of an item as DynamoDB states it: names and values of attributes, and overhead of maps and lists. */
export function itemBytes(item: Item): number {
  const known = sizes.get(item);
  if (known !== undefined) return known;
  const bytes = attributeBytes(item);
  sizes.set(item, bytes);
  return bytes;
}

function attributeBytes(item: Item): number {
  let bytes = 0;
  for (const name of Object.keys(item)) bytes += Buffer.byteLength(name) + valueBytes(item[name]);
  return bytes;
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).replace(/[-.]/g, '').length / 2) + 1;
  if (typeof value === 'boolean' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value === undefined) return 0;
  const count = Object.keys(value).length;
  if (!Array.isArray(value)) return 3 + count + attributeBytes(value as Item);
  return value.reduce((sum: number, each) => sum + valueBytes(each), 3 + count);
}
