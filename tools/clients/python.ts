import { pascal } from '../openapi/schema-names.ts';
import type { ClientModel, Field, NamedType, Operation, Resource, Type } from './model.ts';
import { queriesOf, typeNamesIn } from './model-types.ts';
import { GENERATED, wrap } from './text.ts';

const FOLDER = 'clients/python/content_intelligence';
/** Resources with methods written by hand, in a module of the same name. */
const WITH_EXTRAS = ['content', 'media'];
const KEYWORDS = ['from', 'class', 'import', 'in', 'is', 'pass', 'global', 'def'];

/** Write the generated files of the Python library, by path. */
export function pythonFiles(model: ClientModel): [string, string][] {
  return [
    [`${FOLDER}/types.py`, types(model)],
    [`${FOLDER}/_resources.py`, resources(model)],
  ];
}

function types({ types, resources }: ClientModel): string {
  const queries = queriesOf(resources).map(asQuery);
  const order = { enum: 0, object: 1, list: 2, union: 2 };
  const sorted = [...types].sort((a, b) => order[a.kind] - order[b.kind]);
  return `# ${GENERATED}
"""The types of requests and responses. They describe dictionaries, and cost nothing when a program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${[...sorted, ...queries].map(named).join('\n\n')}
`;
}

/** Python reserves the name of a query parameter: the library removes the underscore. */
function asQuery(query: NamedType & { kind: 'object' }): NamedType {
  const fields = query.fields.map((each) => ({
    ...each,
    name: KEYWORDS.includes(each.name) ? `${each.name}_` : each.name,
  }));
  return { ...query, fields };
}

function literal(values: string[]): string {
  return `Literal[\n${values.map((each) => `    "${each}",\n`).join('')}]`;
}

function named(type: NamedType): string {
  if (type.kind === 'list') return `${type.name} = ${typeText(type)}`;
  if (type.kind === 'enum') return `${type.name} = ${literal(type.values)}`;
  if (type.kind === 'union') {
    const known = `Known${type.name} = Union[\n${type.members.map((each) => `    ${each},\n`).join('')}]`;
    return `${known}\n${type.name} = Union[Known${type.name}, ${type.other}]`;
  }
  const { name, fields } = type;
  const etag =
    '    etag: NotRequired[str]\n    """The version of the object, for `if_match`. Only the object of a response has it."""\n';
  const lines = fields.map((each) => `    ${each.name}: ${valueText(each)}\n${docOf(each)}`);
  if (fields.some((each) => !/^\w+$/.test(each.name) || KEYWORDS.includes(each.name))) return functional(name, fields);
  const body = `${lines.join('')}${type.hasEtag ? etag : ''}`;
  return `class ${name}(TypedDict):\n${body === '' ? '    pass\n' : body}`;
}

/** A name that is no name of Python needs the other form of a TypedDict, whose values are evaluated. */
function functional(name: string, fields: Field[]): string {
  const optional = fields.map(({ name, type }) => `        "${name}": "${typeText(type)}",\n`).join('');
  return `${name} = TypedDict(\n    "${name}",\n    {\n${optional}    },\n    total=False,\n)`;
}

function valueText({ type, isRequired }: Field): string {
  return isRequired ? typeText(type) : `NotRequired[${typeText(type)}]`;
}

function docOf({ description }: Field): string {
  if (description === '') return '';
  const lines = wrap(description.replaceAll('\\', '\\\\'), 105);
  return lines.length === 1 ? `    """${lines[0]}"""\n` : `    """${lines.join('\n    ')}\n    """\n`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'string':
    case 'time':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'const':
      return `Literal[${typeof type.value === 'string' ? `"${type.value}"` : type.value ? 'True' : 'False'}]`;
    case 'ref':
      return type.name;
    // A type checker finds a comparison with `x`, which responses never have, only in a closed type.
    case 'open':
      return type.name === 'Platform' ? type.name : `Union[${type.name}, str]`;
    case 'list':
      return `list[${typeText(type.item)}]`;
    case 'map':
      return `dict[str, ${typeText(type.value)}]`;
    case 'choice':
      return `Union[${type.of.map(typeText).join(', ')}]`;
    case 'nullable':
      return `Union[${typeText(type.of)}, None]`;
  }
}

function resources(model: ClientModel): string {
  // A union is no class at run time: its last member stands for it.
  const classOf = (result: string) => {
    const type = model.types.find(({ name }) => name === result)!;
    return type.kind === 'union' ? type.other : result;
  };
  const classes = model.resources.flatMap((each) => [syncClass(each, classOf), asyncClass(each)]).join('\n\n\n');
  const used = typeNamesIn(classes, model);
  const fields = (prefix: string) =>
    model.resources.map(({ name, description }) => {
      const type = `${prefix}${pascal(name.join('-'))}Resource`;
      const given = prefix === '' ? 'transport' : `transport, ${pascal(name.join('-'))}Resource`;
      return `        self.${name.join('_')} = ${type}(${given})\n        """${description}"""\n`;
    });
  return `# ${GENERATED}
from __future__ import annotations

from typing import TYPE_CHECKING

from ._arguments import encode
from ._content import AsyncContentExtras, ContentExtras
from ._media import AsyncMediaExtras, MediaExtras
from ._pages import AsyncPages, Pages
from ._resource import AsyncResource, Resource
from ._transport import Transport
from .types import (
${used.map((name) => `    ${name},\n`).join('')})

if TYPE_CHECKING:
    from typing_extensions import Unpack


${classes}


class Resources:
    """The resources of the API."""

    def __init__(self, transport: Transport) -> None:
${fields('').join('')}

class AsyncResources:
    """The resources of the API."""

    def __init__(self, transport: Transport) -> None:
${fields('Async').join('')}`;
}

function syncClass({ name, description, operations }: Resource, classOf: (result: string) => string): string {
  const type = pascal(name.join('-'));
  const base = WITH_EXTRAS.includes(name.join('-')) ? `${type}Extras` : 'Resource';
  return `class ${type}Resource(${base}):\n    """${description}"""\n\n${operations.map((each) => syncMethod(each, classOf(each.result))).join('\n')}`.trimEnd();
}

function asyncClass({ name, description, operations }: Resource): string {
  const type = pascal(name.join('-'));
  const base = WITH_EXTRAS.includes(name.join('-')) ? `Async${type}Extras` : 'AsyncResource';
  const begin = `class Async${type}Resource(${base}[${type}Resource]):\n    """${description}"""\n\n`;
  return `${begin}${operations.map(asyncMethod).join('\n')}`.trimEnd();
}

/** The parameters of a method, and the arguments with which one method calls another. */
function parametersOf({ pathFields, query, body, takesKey, takesMatch }: Operation) {
  const options = [takesKey && 'idempotency_key', takesMatch && 'if_match'].filter((each) => each !== false);
  const given = body ? `, **body: Unpack[${body.name}]` : query ? `, **query: Unpack[${query.name}]` : '';
  const optionText = options.map((each) => `, ${each}: str | None = None`).join('');
  const path = pathFields.length > 0 ? `, ${pathFields.map((each) => `${each}: str`).join(', ')}, /` : '';
  const passed = options.map((each) => `${each}=${each}`);
  return {
    declared: `(self${path}, *${optionText}, timeout: float | None = None${given})`,
    passed: [...passed, 'timeout=timeout'].join(', '),
  };
}

function syncMethod(operation: Operation, returns: string): string {
  const { verb, method, path, summary, query, body, result, page, takesKey } = operation;
  const { declared, passed } = parametersOf(operation);
  const url = path.includes('{') ? `f"${path.replaceAll(/\{(\w+)\}/g, '{encode($1)}')}"` : `"${path}"`;
  const begin = `    def ${nameOf(verb)}${declared}`;
  const doc = `        """${summary}"""\n`;
  if (page) {
    return `${begin} -> Pages[${result}, ${typeText(page.item)}]:
${doc}        return Pages(
            lambda query: self._transport.send(${returns}, "${method}", ${url}, query=query, ${passed}), {**query}, "${page.field}"
        )
`;
  }
  const given = [query && 'query=query', body && 'body=body', takesKey && 'keyed=True', passed].filter(Boolean);
  return `${begin} -> ${result}:\n${doc}        return self._transport.send(${returns}, "${method}", ${url}, ${given.join(', ')})\n`;
}

function asyncMethod(operation: Operation): string {
  const { verb, pathFields, summary, query, body, result, page } = operation;
  const { declared, passed } = parametersOf(operation);
  const given = [...pathFields, passed, body && '**body', query && '**query'].filter(Boolean).join(', ');
  const call = `lambda it: it.${nameOf(verb)}(${given})`;
  const doc = `        """${summary}"""\n`;
  if (page) {
    const type = `AsyncPages[${result}, ${typeText(page.item)}]`;
    return `    def ${nameOf(verb)}${declared} -> ${type}:\n${doc}        return AsyncPages(self._run, ${call})\n`;
  }
  return `    async def ${nameOf(verb)}${declared} -> ${result}:\n${doc}        return await self._run(${call})\n`;
}

function nameOf(verb: string[]): string {
  return verb.join('_');
}
