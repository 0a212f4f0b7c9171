import type { SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { graphError } from './errors.ts';

/** Select the requested fields and `id`. Empty fields are omitted, as by Instagram. */
export function selectFields(known: Record<string, unknown>, names: string[]): SimulatedResponse['body'] {
  const entries = ['id', ...names].map((name) => [name, known[name]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Build the error for a requested field that is not allowed; null when all are. */
export function validateFields(names: string[], allowed: string[]): SimulatedResponse | null {
  const unknown = names.find((name) => !allowed.includes(name));
  return unknown === undefined ? null : graphError(100, `Tried accessing nonexisting field (${unknown})`);
}
