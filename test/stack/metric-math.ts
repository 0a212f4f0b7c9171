import type { UnknownFill } from './alarm-evaluation.ts';

/** A value per period, of the latest first; null where there is no data. */
export type Series = (number | null)[];

type Value = number | Series | Series[];

const OPERATORS: [symbols: string[], apply: Record<string, (a: number, b: number) => number>][] = [
  [
    ['>=', '<', '>', '=='],
    { '>=': (a, b) => +(a >= b), '<': (a, b) => +(a < b), '>': (a, b) => +(a > b), '==': (a, b) => +(a === b) },
  ],
  [['+', '-'], { '+': (a, b) => a + b, '-': (a, b) => a - b }],
  [['*', '/'], { '*': (a, b) => a * b, '/': (a, b) => a / b }],
];

/**
 * Evaluate an expression of CloudWatch metric math over `series` by id, each of `length` periods. Knows the functions that
 * the alarms of the stack use, and throws on another.
 */
export function evaluateExpression(
  expression: string,
  series: Record<string, Series>,
  length: number,
  unknownFill: UnknownFill,
): Series {
  const tokens = expression.match(/\d+(\.\d+)?|[A-Za-z_]\w*|>=|==|[-+*/<>(),[\]]/g) ?? [];
  const broadcast = (value: Value): Series =>
    typeof value === 'number' ? Array.from({ length }, () => value) : (value as Series);
  const expectToken = (token: string) => {
    const found = tokens.shift();
    if (found !== token) throw new Error(`Expected ${token} and found ${found} in ${expression}.`);
  };
  const list = (end: string): Value[] => {
    const values: Value[] = [];
    while (tokens[0] !== end) {
      values.push(binary(0));
      if (tokens[0] === ',') tokens.shift();
    }
    expectToken(end);
    return values;
  };
  const binary = (level: number): Value => {
    const [symbols, apply] = OPERATORS[level] ?? [];
    if (!symbols || !apply) return operand();
    let left = binary(level + 1);
    while (symbols.includes(tokens[0] ?? '')) {
      const operation = apply[tokens.shift()!]!;
      const right = broadcast(binary(level + 1));
      left = broadcast(left).map((value, index) =>
        value === null || right[index] === null ? null : operation(value, right[index]!),
      );
    }
    return left;
  };
  const operand = (): Value => {
    const token = tokens.shift()!;
    if (/^\d/.test(token)) return Number(token);
    if (token === '[') return list(']').map(broadcast);
    if (token === '(') {
      const value = binary(0);
      expectToken(')');
      return value;
    }
    if (tokens[0] !== '(') {
      if (!series[token]) throw new Error(`There is no metric ${token} in ${expression}.`);
      return series[token];
    }
    expectToken('(');
    return call(token, list(')'));
  };
  const call = (name: string, [first, second, third]: Value[]): Series => {
    if (name === 'SUM') return merge(first as Series[], (a, b) => a + b);
    if (name === 'MAX') return merge(first as Series[], Math.max);
    const values = broadcast(first!);
    if (name === 'DIFF') return values.map((value, index) => difference(value, values[index + 1] ?? null));
    if (name === 'FILL') {
      const isUnknown = values.every((value) => value === null);
      return isUnknown && unknownFill === 'is empty' ? values : values.map((value) => value ?? Number(second));
    }
    if (name !== 'IF') throw new Error(`The function ${name} is not evaluated.`);
    const [then, otherwise] = [broadcast(second!), broadcast(third!)];
    return values.map((value, index) => (value === null ? null : value ? then[index]! : otherwise[index]!));
  };
  return broadcast(binary(0));
}

function difference(value: number | null, previous: number | null): number | null {
  return value === null || previous === null ? null : value - previous;
}

function merge(all: Series[], combine: (a: number, b: number) => number): Series {
  return all[0]!.map((_, index) => {
    const values = all.map((each) => each[index] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((a, b) => combine(a, b));
  });
}
