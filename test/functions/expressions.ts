import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../lib/core/table/schema.ts';

/** The names and values of an expression, and which of them it used. */
export interface Naming {
  attribute: (token: string) => string;
  value: (token: string) => unknown;
  /** Throws for placeholders that no expression uses, as the table does. */
  assertAllUsed: () => void;
}

/** Build the placeholders of one request, as in `ExpressionAttributeNames` and `ExpressionAttributeValues`. */
export function namingOf(names: Record<string, string> = {}, values: Item = {}): Naming {
  const used = new Set<string>();
  const look = <T>(all: Record<string, T>, token: string): T => {
    if (!Object.hasOwn(all, token)) throw invalid(`Undefined placeholder ${token}`);
    used.add(token);
    return all[token]!;
  };
  return {
    attribute: (token) => {
      if (token.startsWith('#')) return look(names, token);
      if (!/^[a-z_]+$/.test(token)) throw invalid(`No attribute name: ${token}`);
      return token;
    },
    value: (token) => look(values, token),
    assertAllUsed: () => {
      const unused = [...Object.keys(names), ...Object.keys(values)].filter((token) => !used.has(token));
      if (unused.length > 0) throw invalid(`Unused placeholders: ${unused.join(', ')}`);
    },
  };
}

/** Whether a condition holds for an item (undefined: there is none). Throws on an unknown form. */
export function evaluateCondition(condition: string, item: Item | undefined, naming: Naming): boolean {
  return condition
    .split(' OR ')
    .map(
      (part) =>
        !part
          .split(' AND ')
          .map((term) => evaluateTerm(term, item ?? {}, naming))
          .includes(false),
    )
    .includes(true);
}

function evaluateTerm(term: string, item: Item, naming: Naming): boolean {
  const existence = /^(attribute_exists|attribute_not_exists)\(([^\s()]+)\)$/.exec(term);
  if (existence) {
    const isThere = Object.hasOwn(item, naming.attribute(existence[2]!));
    return isThere === (existence[1] === 'attribute_exists');
  }
  const comparison = /^(\S+) (=|<|<=) (:\S+)$/.exec(term);
  if (!comparison) throw invalid(`Unknown condition: ${term}`);
  const found = item[naming.attribute(comparison[1]!)];
  const wanted = naming.value(comparison[3]!);
  // Values of two types never compare as true, whatever the operator: null <= 5 is false here.
  if (typeof found !== 'number' || typeof wanted !== 'number') {
    return comparison[2] === '=' && typeof found === typeof wanted && found === wanted;
  }
  if (comparison[2] === '=') return found === wanted;
  return comparison[2] === '<' ? found < wanted : found <= wanted;
}

/**
 * The changes of `ADD a :x, b :y SET c = :z REMOVE d`, each part optional but in this order; undefined for a removed
 * attribute. Throws on every other update expression.
 */
export function changesOf(update: string, item: Item, naming: Naming): Item {
  const [, adds, sets, removals] = /^(?:ADD (.+?))?(?: ?SET (.+?))?(?: ?REMOVE (.+))?$/.exec(update) ?? [];
  if (adds === undefined && sets === undefined) throw invalid(`Unknown update: ${update}`);
  const changes: Item = {};
  for (const part of adds?.split(', ') ?? []) {
    const [, token, placeholder] = /^(\S+) (:\S+)$/.exec(part) ?? [];
    if (!token || !placeholder) throw invalid(`Unknown ADD: ${part}`);
    const name = naming.attribute(token);
    const before = item[name] ?? 0;
    const added = naming.value(placeholder);
    if (typeof before !== 'number' || typeof added !== 'number') throw invalid(`ADD to no number: ${name}`);
    changes[name] = before + added;
  }
  for (const part of sets?.split(', ') ?? []) {
    const [, token, placeholder] = /^(\S+) = (:\S+)$/.exec(part) ?? [];
    if (!token || !placeholder) throw invalid(`Unknown SET: ${part}`);
    changes[naming.attribute(token)] = naming.value(placeholder);
  }
  for (const token of removals?.split(', ') ?? []) changes[naming.attribute(token)] = undefined;
  return changes;
}

/** The partition and the inclusive range of sort keys that a query requests. */
export function keyRangeOf(condition: string, naming: Naming) {
  const parts = /^(\S+) = (:\S+) AND (\S+) BETWEEN (:\S+) AND (:\S+)$/.exec(condition);
  if (!parts) throw invalid(`Unknown key condition: ${condition}`);
  const range = {
    partitionName: naming.attribute(parts[1]!),
    partition: String(naming.value(parts[2]!)),
    sortName: naming.attribute(parts[3]!),
    from: String(naming.value(parts[4]!)),
    to: String(naming.value(parts[5]!)),
  };
  if (range.from > range.to) throw invalid('The BETWEEN operator requires upper bound >= lower bound');
  return range;
}

/** The error with which the table rejects a request that no retry can fix. */
export function invalid(message: string): DynamoDBServiceException {
  return new DynamoDBServiceException({
    name: 'ValidationException',
    $fault: 'client',
    $metadata: {},
    message,
  });
}
