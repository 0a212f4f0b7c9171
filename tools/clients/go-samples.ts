import { goName, typeText } from './go-text.ts';
import { fieldType } from './go-types.ts';
import type { ClientModel, Field, NamedType, ObjectType, Type } from './model.ts';
import { textIn } from './sample-values.ts';
import type { ExampleCall } from './samples.ts';

/** Write the example of an operation in Go, whose values depend on the types of their fields. */
export function goSample({ resource, operation, path, body, type }: ExampleCall, types: ClientModel['types']): string {
  const given = [
    'ctx',
    ...path.map((each) => textIn(each, '"')),
    ...(body ? [`&${objectText(body, type as ObjectType, types)}`] : []),
    ...(operation.query ? ['nil'] : []),
  ].join(', ');
  const call = `client.${goName(resource.join('-'))}.${goName(operation.verb.join('-'))}`;
  const fail = 'if err != nil {\n	log.Fatal(err)\n}';
  if (!operation.page) return `result, err := ${call}(${given})\n${fail}\nfmt.Println(result)`;
  const loop = `${fail}\nfmt.Println(item)`.replaceAll('\n', '\n	');
  return `for item, err := range ${call}All(${given}) {\n	${loop}\n}`;
}

function objectText(value: object, type: ObjectType, types: NamedType[]): string {
  const fields = Object.entries(value).map(([name, each]) => {
    const field = type.fields.find((one) => one.name === name);
    if (!field) throw new Error(`The example of ${type.name} has a field that the type lacks: ${name}`);
    return [`${goName(name)}:`, fieldText(each, field, type, types)] as const;
  });
  const inOneLine = fields.map((cells) => cells.join(' ')).join(', ');
  if (inOneLine.length < 60 && !inOneLine.includes('\n')) return `cis.${type.name}{${inOneLine}}`;
  const width = Math.max(...fields.map(([name]) => name.length));
  const lines = fields.map(([name, text]) => `	${name.padEnd(width)} ${text.replaceAll('\n', '\n	')},\n`);
  return `cis.${type.name}{\n${lines.join('')}}`;
}

function fieldText(value: unknown, field: Field, { isSent }: ObjectType, types: NamedType[]): string {
  const objects = new Set(types.flatMap(({ kind, name }) => (kind === 'object' ? name : [])));
  const declared = fieldType(field, isSent, objects);
  const text = valueText(value, field.type, types);
  if (!declared.startsWith('*')) return text;
  return objects.has(declared.slice(1))
    ? `&${text}`
    : `cis.Ptr${declared === '*bool' ? '' : `[${qualified(declared.slice(1))}]`}(${text})`;
}

function valueText(value: unknown, type: Type, types: NamedType[]): string {
  switch (type.kind) {
    case 'time':
      return timeText(new Date(String(value)));
    case 'any':
      if (typeof value !== 'object' || value === null) return valueText(value, { kind: 'string' }, types);
      return valueText(value, { kind: 'map', value: type }, types);
    case 'choice':
      return valueText(value, type.of[typeof value === 'string' ? 0 : 1], types);
    case 'list': {
      const items = (value as unknown[]).map((each) => valueText(each, type.item, types));
      const name = nameOf(type.item);
      // gofmt -s leaves out the type of an item that the list has.
      return `[]${name}{${broken(items.map((each) => (each.startsWith(`${name}{`) ? each.slice(name.length) : each)))}}`;
    }
    case 'map': {
      const entries = Object.entries(value as object).map(
        ([name, each]) => `${textIn(name, '"')}: ${valueText(each, type.value, types)}`,
      );
      return `map[string]${nameOf(type.value)}{${broken(entries)}}`;
    }
    case 'nullable':
      return value === null
        ? `cis.Null[${nameOf(type.of)}]()`
        : `cis.Value[${nameOf(type.of)}](${valueText(value, type.of, types)})`;
    case 'ref': {
      const named = types.find(({ name }) => name === type.name)!;
      if (named.kind === 'object') return objectText(value as object, named, types);
      return named.kind === 'list'
        ? valueText(value, { kind: 'list', item: named.item }, types)
        : textIn(String(value), '"');
    }
    default:
      return typeof value === 'string' ? textIn(value, '"') : String(value);
  }
}

function broken(items: string[]): string {
  const inOneLine = items.join(', ');
  if (!inOneLine.includes('\n')) return inOneLine;
  return `\n${items.map((each) => `	${each.replaceAll('\n', '\n	')},\n`).join('')}`;
}

function timeText(time: Date): string {
  const day = [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()];
  return `time.Date(${[...day, time.getUTCHours(), time.getUTCMinutes()].join(', ')}, 0, 0, time.UTC)`;
}

function nameOf(type: Type): string {
  return qualified(typeText(type, true));
}

/** Write the name of the package before each type of it. */
function qualified(type: string): string {
  return type.replaceAll(/(?<![.\w])[A-Z]\w*/g, 'cis.$&');
}
