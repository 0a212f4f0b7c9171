import { pascal } from '../openapi/schema-names.ts';
import type { ClientModel, NamedType, Operation, Resource, Type } from './model.ts';
import { fieldsWithEtag, typeNamesIn, typesOf } from './model-types.ts';
import { camel } from './names.ts';
import { GENERATED } from './text.ts';

const FOLDER = 'clients/php/src';
/** Resources with methods written by hand, in a trait. */
const TRAITS: Readonly<Record<string, string>> = { content: 'PublishAndWait', media: 'Upload' };
const BEGIN = `<?php

// ${GENERATED}

declare(strict_types=1);

namespace ContentIntelligence;
`;

/** Write the generated files of the PHP library, by path: one for each class. */
export function phpFiles(model: ClientModel): [string, string][] {
  return [
    [`${FOLDER}/Types.php`, types(model)],
    [`${FOLDER}/Resources.php`, resources(model)],
    ...model.resources.map((each): [string, string] => [
      `${FOLDER}/${pascal(each.name.join('-'))}Resource.php`,
      resourceClass(each, model),
    ]),
  ];
}

/** Write the types of arrays, as comments: the tools that read them import them by name. */
function types(model: ClientModel): string {
  const aliases = typesOf(model).map((each) => ` * @phpstan-type ${alias(each)}\n`);
  return `${BEGIN}
/**
 * The types of requests and responses, for \`@phpstan-import-type\`.
 *
${aliases.join('')} */
final class Types
{
}
`;
}

function alias(type: NamedType): string {
  if (type.kind === 'enum') return `${type.name} ${type.values.map((each) => `'${each}'`).join('|')}`;
  if (type.kind === 'list') return `${type.name} ${typeText(type)}`;
  if (type.kind === 'union') {
    const known = `Known${type.name}`;
    return `${known} ${type.members.join('|')}\n * @phpstan-type ${type.name} ${known}|${type.other}`;
  }
  const fields = fieldsWithEtag(type).map(
    ({ name, type: of, isRequired }) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${typeText(of, type.isSent)}`,
  );
  return fields.length === 0 ? `${type.name} array<string, mixed>` : `${type.name} array{${fields.join(', ')}}`;
}

function typeText(type: Type, isSent = false): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'time':
      return isSent ? '\\DateTimeInterface|string' : 'string';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'mixed';
    case 'const':
      return typeof type.value === 'string' ? `'${type.value}'` : String(type.value);
    case 'ref':
      return type.name;
    // A value of a later version is a string, too. PHPStan finds a comparison with `x`, which responses never have, only in
    // a closed type.
    case 'open':
      return type.name === 'Platform' ? type.name : 'string';
    case 'list':
      return `list<${typeText(type.item, isSent)}>`;
    case 'map':
      return `array<string, ${typeText(type.value, isSent)}>`;
    case 'choice':
      return type.of.map((each) => typeText(each, isSent)).join('|');
    case 'nullable':
      return `${typeText(type.of, isSent)}|null`;
  }
}

function resources({ resources }: ClientModel): string {
  const properties = resources.map(({ name, description }) => {
    return `    /** ${description} */\n    public readonly ${pascal(name.join('-'))}Resource $${camel(name)};\n`;
  });
  const values = resources.map(
    ({ name }) => `        $this->${camel(name)} = new ${pascal(name.join('-'))}Resource($transport);\n`,
  );
  return `${BEGIN}
/** The resources of the API. */
abstract class Resources
{
${properties.join('\n')}
    public function __construct(Transport $transport)
    {
${values.join('')}    }
}
`;
}

function resourceClass({ name, description, operations }: Resource, model: ClientModel): string {
  const methods = operations.map(methodText).join('\n');
  const used = typeNamesIn(methods, model);
  const imports = used.map((each) => ` * @phpstan-import-type ${each} from Types\n`).join('');
  const trait = TRAITS[name.join('-')];
  return `${BEGIN}
/**
 * ${description}
 *
${imports} */
final class ${pascal(name.join('-'))}Resource
{
${trait ? `    use ${trait};\n\n` : ''}    public function __construct(private readonly Transport $transport)
    {
    }

${methods}}
`;
}

function methodText(operation: Operation): string {
  const { verb, method, path, pathFields, summary, query, body, result, page, takesKey, takesMatch } = operation;
  const isOptional = body ? !body.isRequired : query?.fields.every(({ isRequired }) => !isRequired);
  const given = body ? { name: 'body', type: body.name } : query ? { name: 'query', type: query.name } : null;
  const options = [takesKey && 'idempotencyKey', takesMatch && 'ifMatch'].filter((each) => each !== false);
  const parameters = [
    ...pathFields.map((each) => `string $${camel(each.split('_'))}`),
    ...(given ? [`array $${given.name}${isOptional ? ' = []' : ''}`] : []),
    ...options.map((each) => `?string $${each} = null`),
    '?float $timeout = null',
  ].join(', ');
  const passed = [
    query && (page ? 'query: $each' : 'query: $query'),
    body && 'body: $body',
    takesKey && 'keyed: true',
    ...options.map((each) => `${each}: $${each}`),
    'timeout: $timeout',
  ].filter(Boolean);
  const call = `$this->transport->send('${method}', ${urlText(path)}, ${passed.join(', ')})`;
  const returns = page ? `Pages<${result}, ${typeText(page.item)}>` : result;
  const docs = [
    `${summary}\n     *`,
    ...(given ? [`@param ${given.type} $${given.name}\n     *`] : []),
    `@return ${returns}`,
  ];
  const line = page ? `new Pages(fn (array $each): array => ${call}, $query, '${page.field}')` : call;
  return `    /**
     * ${docs.join('\n     * ')}
     */
    public function ${camel(verb)}(${parameters}): ${page ? 'Pages' : 'array'}
    {
        return ${line};
    }
`;
}

function urlText(path: string): string {
  const parts = path.split(/(\{\w+\})/).filter((part) => part !== '');
  return parts
    .map((part) => (part.startsWith('{') ? `rawurlencode($${camel(part.slice(1, -1).split('_'))})` : `'${part}'`))
    .join(' . ');
}
