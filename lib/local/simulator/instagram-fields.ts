import type { Reply } from './exchange.ts';
import { refuse } from './instagram-refusal.ts';

/** The fields asked for, `id` among them. A field that is known but empty is left out, as Instagram does. */
export function selectFields(known: Record<string, unknown>, names: string[]): Reply['body'] {
  const entries = ['id', ...names].map((name) => [name, known[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The refusal of a field that is not among those allowed; null when all are. */
export function fieldObjection(names: string[], allowed: string[]): Reply | null {
  const strange = names.find((name) => !allowed.includes(name));
  return strange === undefined ? null : refuse(100, `Tried accessing nonexisting field (${strange})`);
}
