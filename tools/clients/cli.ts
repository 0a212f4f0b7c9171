import { GRANTABLE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import type { Json } from '../openapi/schemas.ts';
import { exampleCommand } from './cli-examples.ts';
import type { ClientModel, Field, NamedType, ObjectType, Operation, Type } from './model.ts';
import { GENERATED } from './text.ts';

const IMPORT = "import type { Operation } from './operation.ts';";
const FILE = 'clients/cli/src/operations.ts';
/** The flags that every operation has: no field may have their names. */
const RESERVED = ['all', 'csv', 'data', 'help', 'idempotency-key', 'if-match', 'json', 'profile'];
/** Fields that are never a flag: other users of the machine can read arguments. */
const SECRET = /(^|_)(secret|token|password)$/;

type Types = ReadonlyMap<string, NamedType>;
type Paths = Record<string, Record<string, { responses: Record<string, { content?: Json }> }>>;

/** Write the generated file of the command line, by path: a table of all operations. `document` has all their content types. */
export function cliFiles(model: ClientModel, document: Json): [string, string][] {
  const types = new Map(model.types.map((type) => [type.name, type]));
  const paths = document.paths as Paths;
  const operations = model.resources.flatMap(({ name, operations }) =>
    operations.map((operation) => ({
      resource: name.join('-'),
      ...rowOf(name.join('-'), operation, types),
      ...(hasCsv(operation, paths) && { hasCsv: true }),
    })),
  );
  const resources = Object.fromEntries(model.resources.map(({ name, description }) => [name.join('-'), description]));
  const lines = (rows: unknown[]) => rows.map((row) => `  ${JSON.stringify(row)},\n`).join('');
  return [
    [
      FILE,
      `// ${GENERATED}

${IMPORT}

/** The resources of the API, with their descriptions. */
export const RESOURCES: Readonly<Record<string, string>> = ${JSON.stringify(resources, null, 2)};

/** The permissions that a login can have. */
export const GRANTABLE_PERMISSIONS: readonly string[] = [
${lines([...GRANTABLE_PERMISSIONS])}];

/** Every operation of the API. */
export const OPERATIONS: readonly Operation[] = [
${lines(operations)}];
`,
    ],
  ];
}

function rowOf(resource: string, operation: Operation, types: Types) {
  const { method, path, pathFields, summary, query, body, page, takesKey, takesMatch } = operation;
  const verb = operation.verb.join('-');
  const given = body ? (types.get(body.name) as ObjectType) : null;
  const flags = [
    ...(query?.fields ?? []).map((field) => flagOf(field, 'query', types)),
    ...(given?.fields ?? []).map((field) => flagOf(field, 'body', types)),
  ];
  const names = flags.map(({ name }) => name.replaceAll('_', '-'));
  const clash = names.find((name, index) => RESERVED.includes(name) || names.indexOf(name) !== index);
  if (clash !== undefined) throw new Error(`${method} ${path} has a field with the name of another flag: ${clash}`);
  return {
    verb,
    summary,
    method,
    path,
    example: exampleCommand(resource, verb, pathFields, flags),
    flags,
    ...(body && { hasBody: true }),
    ...(page && { page: page.field }),
    ...(takesKey && { isKeyed: true }),
    ...(takesMatch && { isMatched: true }),
  };
}

/** Tell whether an operation also responds with CSV. */
function hasCsv({ method, path }: Operation, paths: Paths): boolean {
  return 'text/csv' in (paths[path]![method.toLowerCase()]!.responses['200']?.content ?? {});
}

function flagOf({ name, type, isRequired, description }: Field, place: 'query' | 'body', types: Types) {
  const list = listIn(type, types);
  const { kind, values } = kindOf(list ?? type, types);
  return {
    name,
    in: place,
    type: kind,
    ...(list && { isList: true }),
    ...(isRequired && { isRequired: true }),
    ...((SECRET.test(name) || holdsSecret(type, types)) && { isSecret: true }),
    ...(values && { values }),
    description: description.replaceAll('"twitter"', '"x"'),
  };
}

/** Return the values of an enum without the former name of X where it has both. */
function familiar(values: string[]): string[] {
  return values.includes('x') ? values.filter((value) => value !== 'twitter') : values;
}

/** Return the type of the items of a list, or null. */
function listIn(type: Type, types: Types): Type | null {
  if (type.kind === 'nullable') return listIn(type.of, types);
  if (type.kind === 'list') return type.item;
  const named = type.kind === 'ref' ? types.get(type.name) : undefined;
  return named?.kind === 'list' ? named.item : null;
}

function kindOf(type: Type, types: Types): { kind: string; values?: string[] } {
  switch (type.kind) {
    case 'nullable':
      return kindOf(type.of, types);
    // A flag is a text. The other form is given with --data.
    case 'choice':
      return kindOf(type.of[0], types);
    case 'const':
      return typeof type.value === 'string' ? { kind: 'string', values: [type.value] } : { kind: 'boolean' };
    case 'ref':
    case 'open': {
      const named = types.get(type.name);
      if (named?.kind === 'enum') return { kind: 'string', values: familiar(named.values) };
      return { kind: 'json' };
    }
    case 'list':
    case 'map':
    case 'any':
      return { kind: 'json' };
    default:
      return { kind: type.kind };
  }
}

function holdsSecret(type: Type, types: Types, seen: readonly string[] = []): boolean {
  if (type.kind === 'nullable') return holdsSecret(type.of, types, seen);
  if (type.kind === 'list') return holdsSecret(type.item, types, seen);
  if (type.kind !== 'ref' || seen.includes(type.name)) return false;
  const named = types.get(type.name);
  if (named?.kind !== 'object') return false;
  return named.fields.some((field) => SECRET.test(field.name) || holdsSecret(field.type, types, [...seen, type.name]));
}
