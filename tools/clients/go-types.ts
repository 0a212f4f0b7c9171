import { pascal } from '../openapi/schema-names.ts';
import { aligned, GO_GENERATED, goName, typeText } from './go-text.ts';
import type { ClientModel, EnumType, Field, ObjectType, Type, UnionType } from './model.ts';
import { queriesOf } from './model-types.ts';
import { prefixed, wrap } from './text.ts';

/** Write the types of requests and responses. */
export function goTypes({ types, resources }: ClientModel): string {
  const objects = types.filter((each) => each.kind === 'object');
  const names = new Set(objects.map(({ name }) => name));
  const named = types.map((each) => {
    if (each.kind === 'enum') return enumText(each);
    if (each.kind === 'list') return `// ${each.name} is a list.\ntype ${each.name} ${typeText(each, false)}`;
    return each.kind === 'union' ? unionText(each, objects) : objectText(each, names);
  });
  return `${GO_GENERATED}

package cis

import (
	"encoding/json"
	"time"
)

${[...named, ...queriesOf(resources).map((each) => objectText(each, names))].join('\n\n')}
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
  const fields = base.fields.map((field) =>
    field.name === 'data' ? { ...field, type: { kind: 'any' as const } } : field,
  );
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
    const type = fieldType(field, isSent, objects);
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

/** Align fields between comments with each other. */
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

/** Write the type of a field: one that may be absent has a type whose zero value means that. */
export function fieldType({ type, isRequired, hasZero }: Field, isSent: boolean, objects: ReadonlySet<string>): string {
  const text = typeText(type, isSent);
  const hasNil = ['list', 'map', 'any', 'choice', 'nullable'].includes(type.kind);
  const isText = type.kind === 'open' || (type.kind === 'ref' && !objects.has(type.name));
  if (isRequired || hasNil || isText) return text;
  const isFlag = type.kind === 'const' && type.value === true;
  return isFlag || (isSent && !hasZero && type.kind !== 'ref') ? text : `*${text}`;
}
