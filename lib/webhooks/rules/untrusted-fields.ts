import { cleanTextOrNull, NAME_LENGTH, TEXT_LENGTH } from '../../core/values/clean-text.ts';

const ERROR = ['error', 'message'];
const TARGETS = [['targets', '*'], ['failed_target'], ['unconfirmed_target']];

/**
 * Where the data of events has text from outside of the service. `*` is each element of a list. The texts of posts are
 * those of members and agents. A test fails for a kind whose data has text in another place.
 */
export const UNTRUSTED_PATHS: readonly (readonly string[])[] = [
  ['actor'],
  ['text'],
  ['name'],
  ['handle'],
  ['approval', 'note'],
  ['approval', 'decided_by_name'],
  ...TARGETS.flatMap((target) => [
    [...target, ...ERROR],
    [...target, 'parts', '*', ...ERROR],
  ]),
];

/** Return the name under which an agent receives an untrusted field. */
export function untrustedName(name: string): string {
  return `untrusted_${name}`;
}

/** Return the most characters of an untrusted field that an agent receives. */
export function untrustedLength(name: string): number {
  return ['text', 'note', 'message'].includes(name) ? TEXT_LENGTH : NAME_LENGTH;
}

/**
 * Return the data of an event as an agent receives it: text from outside is cleaned, and in fields that say so. The tools
 * of the MCP server name such fields the same way.
 */
export function markUntrusted(data: Record<string, unknown>): Record<string, unknown> {
  return UNTRUSTED_PATHS.reduce<unknown>(markAt, data) as Record<string, unknown>;
}

function markAt(node: unknown, [name, ...rest]: readonly string[]): unknown {
  if (Array.isArray(node)) return name === '*' ? node.map((each) => markAt(each, rest)) : node;
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name!)) return node;
  const fields = Object.entries(node).map(([key, value]) => {
    if (key !== name) return [key, value];
    if (rest.length > 0) return [key, markAt(value, rest)];
    return [untrustedName(key), cleanTextOrNull(value, untrustedLength(key))];
  });
  return Object.fromEntries(fields);
}
