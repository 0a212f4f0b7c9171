import { pascal } from '../openapi/schema-names.ts';
import type { ClientModel, Field, NamedType, Operation, Resource, Type, UnionType } from './model.ts';
import { typeNamesIn, typesOf } from './model-types.ts';
import { camel } from './names.ts';
import { returnsSecret, withSecrets } from './returned-secrets.ts';
import { GENERATED, prefixed, wrap } from './text.ts';

const FOLDER = 'clients/typescript/src';
/** Resources with methods written by hand, in a file of the same name. */
const WITH_EXTRAS = ['content', 'media'];

/** What the resources use of the files written by hand. */
const IMPORTS = [
  "import { ContentExtras } from './content.ts';",
  "import { MediaExtras } from './media.ts';",
  "import type { KeyOptions, MatchOptions, RequestOptions } from './options.ts';",
  "import { Pages } from './pages.ts';",
  "import type { Transport } from './transport.ts';",
];

/** Write the generated files of the TypeScript library, by path. */
export function typescriptFiles(whole: ClientModel): [string, string][] {
  const model = withSecrets(whole);
  return [
    [`${FOLDER}/types.ts`, types(model)],
    [`${FOLDER}/resources.ts`, resources(model)],
  ];
}

function types(model: ClientModel): string {
  const open = '/** A value that a later version of the service may return. */\nexport type Unknown = string & {};';
  return `${[`// ${GENERATED}`, open, ...typesOf(model).map(named)].join('\n\n')}\n`;
}

function named(type: NamedType): string {
  if (type.kind === 'union') return union(type);
  if (type.kind === 'list') return `export type ${type.name} = ${typeText(type)};`;
  if (type.kind === 'enum')
    return `export type ${type.name} =\n${type.values.map((each) => `  | '${each}'`).join('\n')};`;
  const fields = type.fields.map((each) => `${docOf(each, '  ')}  ${keyOf(each)}: ${typeText(each.type)};\n`);
  const etag = type.hasEtag
    ? '  /** The version of the object, for `ifMatch`. Only the object of a response has it. */\n  etag?: string;\n'
    : '';
  return `export interface ${type.name} {\n${fields.join('')}${etag}}`;
}

/** A webhook has one of the known types, so that `switch (event.type)` finds the type of `data`. */
function union({ name, members, other }: UnionType): string {
  const known = members.map((each) => `  | ${each}`).join('\n');
  return `export type Known${name} =\n${known};\n\nexport type ${name} = Known${name} | ${other};`;
}

function keyOf({ name, isRequired }: Field): string {
  return `${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}`;
}

function docOf({ description }: Field, indent: string): string {
  if (description === '') return '';
  const lines = wrap(description.replaceAll('*/', '*\\/'), 110);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${prefixed(lines, `${indent} * `)}\n${indent} */\n`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'integer':
      return 'number';
    case 'time':
      return 'string';
    case 'any':
      return 'unknown';
    case 'const':
      return typeof type.value === 'string' ? `'${type.value}'` : String(type.value);
    case 'ref':
      return type.name;
    // The compiler finds a comparison with `x`, which responses never have, only in a closed type.
    case 'open':
      return type.name === 'Platform' ? type.name : `${type.name} | Unknown`;
    case 'list':
      return /[|]/.test(typeText(type.item)) ? `(${typeText(type.item)})[]` : `${typeText(type.item)}[]`;
    case 'map':
      return `Record<string, ${typeText(type.value)}>`;
    case 'choice':
      return type.of.map(typeText).join(' | ');
    case 'nullable':
      return `${typeText(type.of)} | null`;
    default:
      return type.kind;
  }
}

function resources(model: ClientModel): string {
  const classes = model.resources.map(resourceClass).join('\n\n');
  const imports = typeNamesIn(classes, model).map((name) => `  ${name},\n`);
  const fields = model.resources.map(({ name, description }) => {
    return `  /** ${description} */\n  readonly ${camel(name)}: ${pascal(name.join('-'))}Resource;`;
  });
  const assignments = model.resources.map(
    ({ name }) => `    this.${camel(name)} = new ${pascal(name.join('-'))}Resource(transport);`,
  );
  return `// ${GENERATED}

${IMPORTS.join('\n')}
${'import'} type {
${imports.join('')}} from './types.ts';

const encode = encodeURIComponent;

${classes}

/** The resources of the API. */
export class Resources {
${fields.join('\n')}

  constructor(transport: Transport) {
${assignments.join('\n')}
  }
}
`;
}

function resourceClass({ name, description, operations }: Resource): string {
  const type = pascal(name.join('-'));
  const hasExtras = WITH_EXTRAS.includes(name.join('-'));
  const begin = hasExtras
    ? `export class ${type}Resource extends ${type}Extras {\n`
    : `export class ${type}Resource {\n  constructor(private readonly transport: Transport) {}\n\n`;
  return `/** ${description} */\n${begin}${operations.map(method).join('\n\n')}\n}`;
}

function method(operation: Operation): string {
  const { verb, method, path, pathFields, summary, query, body, result, page, takesKey, takesMatch } = operation;
  const isOptional = query?.fields.every(({ isRequired }) => !isRequired);
  const options = ['RequestOptions', takesKey && 'KeyOptions', takesMatch && 'MatchOptions']
    .filter(Boolean)
    .join(' & ');
  const parameters = [
    ...pathFields.map((each) => `${camel(each.split('_'))}: string`),
    ...(body ? [`body: ${body.name}${body.isRequired ? '' : ' = {}'}`] : []),
    ...(query ? [`query: ${query.name}${isOptional ? ' = {}' : ''}`] : []),
    `options?: ${options}`,
  ];
  const url = pathFields.length === 0 ? `'${path}'` : `\`${pathText(path)}\``;
  const begin = `  /** ${summary} */\n  ${camel(verb)}(${parameters.join(', ')})`;
  if (page) {
    const type = `Pages<${result}, ${typeText(page.item)}>`;
    return `${begin}: ${type} {\n    return new Pages(this.transport, ${url}, query, '${page.field}', options);\n  }`;
  }
  const call = [`method: '${method}'`, `path: ${url}`, query && 'query', body && 'body', takesKey && 'keyed: true'];
  const text = call.filter(Boolean).join(', ');
  if (returnsSecret(operation)) {
    const send = `this.transport.send<${result}>({ ${text} }, options)`;
    return `${begin}: Promise<${result}> {
    return ${send}.then((sent) => ({ ...sent, secret: sent.secret ?? body.secret }));
  }`;
  }
  return `${begin}: Promise<${result}> {\n    return this.transport.send({ ${text} }, options);\n  }`;
}

function pathText(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encode(${camel(name.split('_'))})}`);
}
