import { pascal } from '../openapi/schema-names.ts';
import type { ClientModel, NamedType, ObjectType, Operation, Resource, Type } from './model.ts';
import { fieldsWithEtag } from './model-types.ts';
import { GENERATED, prefixed } from './text.ts';

const FOLDER = 'clients/ruby';

/** Write the generated files of the Ruby library, by path. */
export function rubyFiles(model: ClientModel): [string, string][] {
  return [
    [`${FOLDER}/lib/content_intelligence/resources.rb`, resources(model)],
    [`${FOLDER}/sig/resources.rbs`, signatures(model)],
  ];
}

function resources({ resources }: ClientModel): string {
  const names = resources.map(({ name }) => `:${name.join('_')}`).join(', ');
  const values = resources.map(
    ({ name, description }) =>
      `      # ${description}\n      @${name.join('_')} = ${pascal(name.join('-'))}Resource.new(transport)\n`,
  );
  return `# frozen_string_literal: true

# ${GENERATED}
module ContentIntelligence
${resources.map(resourceClass).join('\n\n')}

  # The resources of the API.
  class Resources
    attr_reader ${names}

    def initialize(transport)
${values.join('')}    end
  end
end
`;
}

function resourceClass({ name, description, operations }: Resource): string {
  const methods = operations.map(methodText).join('\n\n');
  return `  # ${description}\n  class ${pascal(name.join('-'))}Resource < Resource\n${methods}\n  end`;
}

function methodText({
  verb,
  method,
  path,
  pathFields,
  summary,
  query,
  body,
  page,
  takesKey,
  takesMatch,
}: Operation): string {
  const options = [takesKey && 'idempotency_key', takesMatch && 'if_match', 'timeout'].filter((each) => each !== false);
  const given = body ? ['**body'] : query ? ['**query'] : [];
  const parameters = [...pathFields, ...options.map((each) => `${each}: nil`), ...given].join(', ');
  const passed = [query && (page ? 'query: each' : 'query: query'), body && 'body: body', takesKey && 'keyed: true'];
  const url = `"${path.replaceAll(/\{(\w+)\}/g, '#{encode($1)}')}"`;
  const call = [`"${method}"`, url, ...passed.filter(Boolean), ...options.map((each) => `${each}: ${each}`)].join(', ');
  const line = page
    ? `Pages.new(query, :${page.field}) { |each| @transport.send(${call}) }`
    : `@transport.send(${call})`;
  return `    # ${summary}\n    def ${verb.join('_')}(${parameters})\n      ${line}\n    end`;
}

function signatures({ types, resources }: ClientModel): string {
  const aliases = types.map((each) => prefixed(alias(each).split('\n'), '  ')).join('\n\n');
  const classes = resources.map(({ name, operations }) => {
    const methods = operations.map((each) => `    ${signature(each, types)}\n`).join('');
    return `  class ${pascal(name.join('-'))}Resource < Resource\n${methods}  end`;
  });
  const readers = resources.map(({ name }) => `    attr_reader ${name.join('_')}: ${pascal(name.join('-'))}Resource\n`);
  return `# ${GENERATED}
module ContentIntelligence
${aliases}

${classes.join('\n\n')}

  class Resources
    def initialize: (Transport) -> void
${readers.join('')}  end
end
`;
}

/** Name a type: aliases of RBS begin with a small letter. */
function aliasName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

function alias(type: NamedType): string {
  const begin = `type ${aliasName(type.name)} =`;
  if (type.kind === 'enum') return `${begin} ${type.values.map((each) => `"${each}"`).join(' | ')}`;
  if (type.kind === 'list') return `${begin} ${typeText(type)}`;
  if (type.kind === 'union') {
    const known = type.members.map(aliasName).join(' | ');
    return `type known_${aliasName(type.name)} = ${known}\n${begin} known_${aliasName(type.name)} | ${aliasName(type.other)}`;
  }
  const fields = fieldsWithEtag(type).map(
    ({ name, type, isRequired }) =>
      `  ${isRequired ? '' : '?'}${/^\w+$/.test(name) ? `${name}:` : `:"${name}" =>`} ${typeText(type)}`,
  );
  return fields.length === 0 ? `${begin} Hash[Symbol, untyped]` : `${begin} {\n${fields.join(',\n')}\n}`;
}

function signature(
  { verb, pathFields, query, body, result, page, takesKey, takesMatch }: Operation,
  types: NamedType[],
): string {
  const given = query ?? (types.find(({ name }) => name === body?.name) as ObjectType | undefined);
  const options = [takesKey && 'idempotency_key', takesMatch && 'if_match'].filter((each) => each !== false);
  const parameters = [
    ...pathFields.map((each) => `String ${each}`),
    ...options.map((each) => `?${each}: String?`),
    '?timeout: Numeric?',
    ...(given?.fields ?? []).map(
      ({ name, type, isRequired }) => `${isRequired ? '' : '?'}${name}: ${typeText(type, true)}`,
    ),
  ];
  const returns = page ? `Pages[${aliasName(result)}, ${typeText(page.item)}]` : aliasName(result);
  return `def ${verb.join('_')}: (${parameters.join(', ')}) -> ${returns}`;
}

function typeText(type: Type, isSent = false): string {
  switch (type.kind) {
    case 'string':
      return 'String';
    case 'time':
      return isSent ? '(String | Time)' : 'String';
    case 'integer':
      return 'Integer';
    case 'number':
      return 'Float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'untyped';
    case 'const':
      return typeof type.value === 'string' ? `"${type.value}"` : String(type.value);
    case 'ref':
      return aliasName(type.name);
    // A value of a later version is a String, too.
    case 'open':
      return 'String';
    case 'list':
      return `Array[${typeText(type.item)}]`;
    case 'map':
      return `Hash[Symbol, ${typeText(type.value)}]`;
    case 'choice':
      return `(${type.of.map((each) => typeText(each, isSent)).join(' | ')})`;
    case 'nullable':
      return `${typeText(type.of)}?`;
  }
}
