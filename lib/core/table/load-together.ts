import { coalesce } from '../retry/coalesce.ts';
import { loadAll } from './read.ts';
import { keyText, type PrimaryKey } from './schema.ts';

const MAX_KEYS = 100;

const loadKey = coalesce<PrimaryKey, object | null>(async (keys) => {
  const keysByText = new Map(keys.map((key) => [keyText(key), key]));
  const records = await loadAll<object>([...keysByText.values()]);
  const found = new Map([...keysByText.keys()].map((text, index) => [text, records[index] ?? null]));
  return keys.map((key) => found.get(keyText(key)) ?? null);
}, MAX_KEYS);

/**
 * Load the current record under a key, or null, as `load` does. The calls of one turn of the event loop share a request,
 * and those with the same key its record.
 */
export function loadTogether<T>(key: PrimaryKey): Promise<T | null> {
  return loadKey(key) as Promise<T | null>;
}
