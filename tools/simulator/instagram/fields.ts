import type { SimulatedResponse } from '../simulated-http.ts';
import { graphError } from './errors.ts';

/** The fields asked for, `id` among them. A field that is known but empty is left out, as Instagram does. */
export function selectFields(known: Record<string, unknown>, names: string[]): SimulatedResponse['body'] {
  const entries = ['id', ...names].map((name) => [name, known[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** The refusal of a field that is not among those allowed; null when all are. */
export function validateFields(names: string[], allowed: string[]): SimulatedResponse | null {
  const unknown = names.find((name) => !allowed.includes(name));
  return unknown === undefined ? null : graphError(100, `Tried accessing nonexisting field (${unknown})`);
}
