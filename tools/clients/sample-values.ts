/** A value of an example, as JSON has it. */
export type Value = null | boolean | number | string | Value[] | { [field: string]: Value };

/** How a language writes values. */
interface Syntax {
  quote: '"' | "'";
  literals: { null: string; true: string; false: string };
  indent: number;
  /** The characters around an object, and the text between a name and its value. */
  object: [string, string];
  field(name: string): string;
  spaced: boolean;
  /** What follows the last value of several lines. */
  trailing: ',' | '';
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;
const LITERALS = { null: 'null', true: 'true', false: 'false' };
const LINE_LENGTH = 70;

const TYPESCRIPT: Syntax = {
  quote: "'",
  literals: LITERALS,
  indent: 2,
  object: ['{', '}'],
  field: (name) => (IDENTIFIER.test(name) ? `${name}: ` : `'${name}': `),
  spaced: true,
  trailing: ',',
};
/** Python. */
export const PYTHON: Syntax = {
  quote: '"',
  literals: { null: 'None', true: 'True', false: 'False' },
  indent: 4,
  object: ['{', '}'],
  field: (name) => `"${name}": `,
  spaced: false,
  trailing: ',',
};
/** Ruby. */
export const RUBY: Syntax = {
  quote: '"',
  literals: { ...LITERALS, null: 'nil' },
  indent: 2,
  object: ['{', '}'],
  field: (name) => (IDENTIFIER.test(name) ? `${name}: ` : `"${name}": `),
  spaced: true,
  trailing: '',
};
const PHP: Syntax = {
  quote: "'",
  literals: LITERALS,
  indent: 4,
  object: ['[', ']'],
  field: (name) => `'${name}' => `,
  spaced: false,
  trailing: ',',
};

/** Write a text between quotes. In double quotes, no language of the samples replaces parts of it. */
export function textIn(text: string, quote: '"' | "'"): string {
  if (quote === "'") return `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  return JSON.stringify(text).replaceAll('#{', '\\#{');
}

/** Write a value in TypeScript. */
export function typescriptValue(value: unknown): string {
  return valueText(value as Value, TYPESCRIPT);
}

/** Write a value in PHP. */
export function phpValue(value: unknown): string {
  return valueText(value as Value, PHP);
}

/** Write the fields of an object as arguments of Python. */
export function pythonFields(fields: object): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${valueText(value as Value, PYTHON)}`);
}

/** Write the fields of an object as arguments of Ruby. */
export function rubyFields(fields: object): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}: ${valueText(value as Value, RUBY)}`);
}

function valueText(value: Value, syntax: Syntax): string {
  if (value === null) return syntax.literals.null;
  if (typeof value === 'boolean') return syntax.literals[`${value}`];
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return textIn(value, syntax.quote);
  if (Array.isArray(value)) {
    return `[${listText(
      value.map((each) => valueText(each, syntax)),
      syntax,
    )}]`;
  }
  const fields = Object.entries(value).map(([name, each]) => `${syntax.field(name)}${valueText(each, syntax)}`);
  const text = listText(fields, syntax);
  const [begin, end] = syntax.object;
  const space = syntax.spaced && text !== '' && !text.startsWith('\n') ? ' ' : '';
  return `${begin}${space}${text}${space}${end}`;
}

/** Write values or arguments: in one line if they fit, else one per line. */
export function listText(values: string[], { indent, trailing }: Syntax): string {
  const inOneLine = values.join(', ');
  if (inOneLine.length < LINE_LENGTH && !inOneLine.includes('\n')) return inOneLine;
  const margin = ' '.repeat(indent);
  const lines = values.map((each) => `${margin}${each.replaceAll('\n', `\n${margin}`)}`);
  return `\n${lines.join(',\n')}${trailing}\n`;
}
