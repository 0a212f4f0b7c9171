/** Where a copy of a map begins in its names, and how far the next one is, in a circle. */
type Order = (count: number) => { start: number; step: number };

/**
 * Copy a value as the table stores it: attributes that are undefined are left out. Throws for values that the table does
 * not support. The SDK's own conversion there and back, which takes four times as long, gives the same.
 */
export function storedCopy<T>(value: T): T {
  return copyOf(value, () => AS_STORED) as T;
}

/**
 * Copy a value as the table returns it: a map has no order, so each one is copied in another order each time. There are no
 * sets to reorder: `storedCopy` rejects them. The orders repeat after `startOrders`, so that a test that fails does so again.
 */
export function returnedCopy<T>(value: T): T {
  return copyOf(value, nextOrder) as T;
}

let state = 0;

/** Begin the sequence of orders again. */
export function startOrders(): void {
  state = 0;
}

const AS_STORED = { start: 0, step: 1 };

/**
 * Return the next order: from a random name on, in a random direction. Every two names change places as often as not,
 * while all orders of a map are few, which keeps its objects fast.
 */
function nextOrder(count: number): { start: number; step: number } {
  if (count < 2) return AS_STORED;
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return { start: (state >>> 8) % count, step: state >>> 31 === 0 ? 1 : count - 1 };
}

function copyOf(value: unknown, orderOf: Order): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return finite(value);
  if (Array.isArray(value)) return value.filter((each) => each !== undefined).map((each) => copyOf(each, orderOf));
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof value === 'object' && isPlain(value)) {
    const copy: Record<string, unknown> = {};
    const names = Object.keys(value);
    const { start, step } = orderOf(names.length);
    for (let copied = 0, index = start; copied < names.length; copied++, index = (index + step) % names.length) {
      const name = names[index]!;
      const field = (value as Record<string, unknown>)[name];
      if (field !== undefined) copy[name] = copyOf(field, orderOf);
    }
    return copy;
  }
  throw new TypeError(`The table stores no ${Object.prototype.toString.call(value)}`);
}

function finite(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`The table stores no number ${value}`);
  }
  // It has no negative zero.
  return value + 0;
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
