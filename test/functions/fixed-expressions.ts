import { invalid } from './expressions.ts';

/**
 * Everything that expressions of this service consist of, besides numbered placeholders such as `#s0`. A new name is
 * added here by a person, so no expression contains text of a request, which would be no expression at AWS, and ends the
 * process of the embedded table when it has characters outside ASCII.
 */
const WORDS = new Set(
  [
    'ADD SET REMOVE AND OR BETWEEN attribute_exists attribute_not_exists',
    'entity expires_at_ms expires_at_seconds instances pk reserved',
    '#attribute #below #condition #counter #pk #schema #sk',
    ':batch :condition :end :entity :from :instances :limit :most :now :one :pk :schema :to :value',
  ].flatMap((line) => line.split(' ')),
);

/** Throw for a command of which an expression contains anything else than the words of this service. */
export function assertFixedExpressions(input: object): void {
  for (const [name, value] of Object.entries(input)) {
    if (name.endsWith('Expression')) assertFixed(name, String(value));
    else if (CONTAINERS.has(name) || Array.isArray(input)) assertFixedExpressions(value);
  }
}

/** What commands with several actions contain them in. The rest of an input are values. */
const CONTAINERS = new Set(['TransactItems', 'Put', 'Update', 'Delete', 'RequestItems', 'memory-table']);

function assertFixed(name: string, expression: string): void {
  const other = expression.split(/[\s(),=<]+/).find((word) => !/^(?:[#:][a-z]\d+)?$/.test(word) && !WORDS.has(word));
  if (other !== undefined) throw invalid(`${name} contains ${JSON.stringify(other)}, which is not of this service.`);
}
