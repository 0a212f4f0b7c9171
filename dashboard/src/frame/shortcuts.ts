/** What a key does, once it is complete. */
export type Shortcut = { kind: 'go'; key: string } | { kind: 'new' | 'filter' | 'undo' | 'list' };

/** The key before those that open a screen. */
export const GO_KEY = 'g';

/** The keys that are complete on their own. */
export const SINGLE_KEYS = { n: 'new', '/': 'filter', u: 'undo', '?': 'list' } as const;

// Long enough for two keys of one hand.
const GO_WITHIN_MS = 1500;

/**
 * Return a function that returns what each pressed key does, or null: `g` and then the key of a screen opens it, within
 * 1.5 seconds.
 */
export function shortcutReader(): (key: string, atMs: number) => Shortcut | null {
  let goAtMs = Number.NEGATIVE_INFINITY;
  return (key, atMs) => {
    const isSecond = atMs - goAtMs <= GO_WITHIN_MS;
    goAtMs = Number.NEGATIVE_INFINITY;
    if (isSecond) return { kind: 'go', key };
    if (key === GO_KEY) goAtMs = atMs;
    else if (Object.hasOwn(SINGLE_KEYS, key)) return { kind: SINGLE_KEYS[key as keyof typeof SINGLE_KEYS] };
    return null;
  };
}
