import { type ClientModel, type EnumType, type Field, type ObjectType, type Operation, pascal, type Resource, type Type, type UnionType } from './model.ts';
import { GENERATED, prefixed, wrap } from './text.ts';

const FOLDER = 'clients/go';
/** Abbreviations, which Go writes in capitals. */
const INITIALISMS = /^(Id|Url|Uri|Http|Api|Ip)$/;
/** The problem of an error has its own code type. */
const PROBLEM_CODE = { owner: 'Problem', field: 'code', type: 'ProblemCode' };

/** Write the generated files of the Go library, by path. They are formatted as gofmt does. */
export function goFiles(model: ClientModel): [string, string][] {
  return [
    [`${FOLDER}/types.go`, types(model)],
    [`${FOLDER}/resources.go`, resources(model)],
  ];
}

function types({ types, resources, problemCodes }: ClientModel): string {
  const queries = resources.flatMap(({ operations }) => operations.flatMap(({ query }) => query ?? []));
  const objects = types.filter((each) => each.kind === 'object');
  const names = new Set(objects.map(({ name }) => name));
  const named = types.map((each) => {
    if (each.kind === 'enum') return enumText(each);
    if (each.kind === 'list') return `// ${each.name} is a list.\ntype ${each.name} ${typeText(each, false)}`;
    return each.kind === 'union' ? unionText(each, objects) : objectText(each, names);
  });
  const codes = enumText({ kind: 'enum', name: 'ProblemCode', values: problemCodes });
  return `// Code ${GENERATED.replace(/^G/, 'g').replace(' Do not edit.', '')} DO NOT EDIT.

package cis

import (
	"encoding/json"
	"time"
)

${[codes, ...named, ...queries.map((each) => objectText(each, names))].join('\n\n')}
`;
}

function enumText({ name, values }: EnumType): string {
  const constants = aligned(values.map((each) => [`${name}${pascal(each) || 'All'}`, name, `= "${each}"`]));
  return `// ${name} is one of the values below. A later version of the service may return others.
type ${name} string

const (
${constants}
)`;
}

/** An event whose data depends on its type. */
function unionText({ name, members, other }: UnionType, objects: ObjectType[]): string {
  const base = objects.find((each) => each.name === other)!;
  const cases = members.map((each) => {
    const { fields } = objects.find((one) => one.name === each)!;
    const type = fields.find((field) => field.name === 'type')!.type as Type & { kind: 'const' };
    const data = fields.find((field) => field.name === 'data')!.type;
    return `	case "${type.value}":\n		e.Data = new(${typeText(data, false)})\n`;
  });
  const fields = base.fields.map((field) => (field.name === 'data' ? { ...field, type: { kind: 'any' as const } } : field));
  return `${objectText({ ...base, name, fields }, new Set(objects.map((each) => each.name)))}

// UnmarshalJSON decodes the data as a pointer to the type that belongs to the type of the event. The data of a type that
// this library does not know is a *json.RawMessage, and the data that is not shown is nil.
func (e *${name}) UnmarshalJSON(text []byte) error {
	var other struct {
		${name}Fields
		Data json.RawMessage \`json:"data"\`
	}
	if err := json.Unmarshal(text, &other); err != nil {
		return err
	}
	*e = ${name}(other.${name}Fields)
	if string(other.Data) == "null" {
		return nil
	}
	switch e.Type {
${cases.join('')}	default:
		e.Data = new(json.RawMessage)
	}
	return json.Unmarshal(other.Data, e.Data)
}

// ${name}Fields has the fields of the type, without its methods.
type ${name}Fields ${name}`;
}

function objectText({ name, fields, isSent, hasEtag }: ObjectType, objects: ReadonlySet<string>): string {
  const lines = fields.map((field) => {
    const tag = isSent && !field.isRequired ? `${field.name},omitzero` : field.name;
    const isCode = name === PROBLEM_CODE.owner && field.name === PROBLEM_CODE.field;
    const type = isCode ? PROBLEM_CODE.type : fieldType(field, isSent, objects);
    return { docs: field.description, cells: [goName(field.name), type, `\`json:"${tag}"\``] };
  });
  if (hasEtag) {
    const docs = 'ETag is the version of the object, for WithIfMatch. Only the object of a response has it.';
    lines.push({ docs, cells: ['ETag', 'string', '`json:"-"`'] });
  }
  const setter = `\n\nfunc (v *${name}) setETag(etag string) { v.ETag = etag }`;
  return `// ${name} is ${isSent ? 'part of a request' : 'part of a response'}.
type ${name} struct {
${structBody(lines)}}${hasEtag ? setter : ''}`;
}

/** Fields between comments are aligned with each other. */
function structBody(lines: { docs: string; cells: string[] }[]): string {
  const blocks: { docs: string; rows: string[][] }[] = [];
  for (const { docs, cells } of lines) {
    const last = blocks.at(-1);
    if (docs === '' && last) last.rows.push(cells);
    else blocks.push({ docs, rows: [cells] });
  }
  return blocks
    .map(({ docs, rows }) => {
      const comment = docs === '' ? '' : `${prefixed(wrap(docs, 110), '	// ')}\n`;
      return `${comment}${aligned(rows)}\n`;
    })
    .join('');
}

function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) => `	${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' ')}`.trimEnd()).join('\n');
}

/** A field that may be absent has a type whose zero value means that. */
function fieldType({ type, isRequired, hasZero }: Field, isSent: boolean, objects: ReadonlySet<string>): string {
  const text = typeText(type, isSent);
  const hasNil = ['list', 'map', 'any', 'nullable'].includes(type.kind);
  const isText = type.kind === 'open' || (type.kind === 'ref' && !objects.has(type.name));
  if (isRequired || hasNil || isText) return text;
  return isSent && !hasZero && type.kind !== 'ref' ? text : `*${text}`;
}

function typeText(type: Type, isSent: boolean): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'integer':
      return 'int64';
    case 'number':
      return 'float64';
    case 'time':
      return 'time.Time';
    case 'any':
      return 'any';
    case 'const':
      return typeof type.value === 'string' ? 'string' : 'bool';
    case 'ref':
    case 'open':
      return type.name;
    case 'list':
      return `[]${typeText(type.item, isSent)}`;
    case 'map':
      return `map[string]${typeText(type.value, isSent)}`;
    case 'nullable':
      if (isSent) return `Nullable[${typeText(type.of, isSent)}]`;
      return ['list', 'map', 'any'].includes(type.of.kind) ? typeText(type.of, isSent) : `*${typeText(type.of, isSent)}`;
  }
}

function goName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]/).map((word) => pascal(word));
  return words.map((word) => (INITIALISMS.test(word) ? word.toUpperCase() : word)).join('');
}

function resources(model: ClientModel): string {
  const all = model.resources.map(({ name, description }) => ({ type: `${goName(name.join('-'))}Resource`, name, description }));
  const fields = all.map(({ type, name, description }) => `	// ${goName(name.join('-'))}: ${description}\n	${goName(name.join('-'))} *${type}\n`);
  const values = aligned(all.map(({ type, name }) => [`	${goName(name.join('-'))}:`, `&${type}{t},`]));
  return `// Code ${GENERATED.replace(/^G/, 'g').replace(' Do not edit.', '')} DO NOT EDIT.

package cis

import (
	"context"
	"net/url"
)

type resources struct {
${fields.join('')}}

func newResources(t *transport) *resources {
	return &resources{
${values}
	}
}

${model.resources.map((each) => resourceText(each, model)).join('\n\n')}
`;
}

function resourceText({ name, description, operations }: Resource, model: ClientModel): string {
  const type = `${goName(name.join('-'))}Resource`;
  const begin = `// ${type}: ${description}\ntype ${type} struct {\n	transport *transport\n}`;
  return [begin, ...operations.flatMap((each) => methods(type, each, model))].join('\n\n');
}

function methods(type: string, operation: Operation, model: ClientModel): string[] {
  const { verb, method, path, pathFields, summary, query, body, result, page, takesKey } = operation;
  const name = goName(verb.join('-'));
  const paths = pathFields.map((each) => lowerFirst(goName(each)));
  const parameters = [
    'ctx context.Context',
    ...(paths.length > 0 ? [`${paths.join(', ')} string`] : []),
    ...(body ? [`body *${body.name}`] : []),
    ...(query ? [`query *${query.name}`] : []),
    'options ...Option',
  ].join(', ');
  const url = urlText(path);
  const fields = [`method: "${method}"`, `path: ${url}`, query && 'query: queryOf(query)', body && 'body: body', takesKey && 'keyed: true'];
  const call = `call{${fields.filter(Boolean).join(', ')}}`;
  const docs = `// ${name}: ${summary}`;
  const one = `${docs}
func (r *${type}) ${name}(${parameters}) (*${result}, error) {
	return send[${result}](ctx, r.transport, ${call}, options)
}`;
  if (!page) return [one];
  const item = typeText(page.item, false);
  const hasCursor = model.types.some(({ name }) => name === 'Pagination');
  if (!hasCursor) throw new Error('The lists have no Pagination.');
  return [
    one,
    `// ${name}All reads the items of ${name}, page by page: for item, err := range ${lowerFirst(type.replace('Resource', ''))}.${name}All(ctx, nil).
func (r *${type}) ${name}All(${parameters}) func(yield func(${item}, error) bool) {
	return walk(ctx, r.transport, ${url.replaceAll(' + ', '+')}, queryOf(query), options, func(page *${result}) ([]${item}, *string) {
		return page.${goName(page.field)}, page.Pagination.NextCursor
	})
}`,
  ];
}

function urlText(path: string): string {
  return path
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `url.PathEscape(${lowerFirst(goName(part.slice(1, -1)))})` : `"${part}"`))
    .join(' + ');
}

function lowerFirst(name: string): string {
  return /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
}
