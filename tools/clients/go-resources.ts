import { aligned, GO_GENERATED, goName, typeText } from './go-text.ts';
import type { ClientModel, Operation, Resource } from './model.ts';
import { returnsSecret } from './returned-secrets.ts';

/** Write the resources with their methods. */
export function goResources(model: ClientModel): string {
  const all = model.resources.map(({ name, description }) => ({
    type: `${goName(name.join('-'))}Resource`,
    name,
    description,
  }));
  const fields = all.map(
    ({ type, name, description }) =>
      `	// ${goName(name.join('-'))}: ${description}\n	${goName(name.join('-'))} *${type}\n`,
  );
  const values = aligned(all.map(({ type, name }) => [`	${goName(name.join('-'))}:`, `&${type}{t},`]));
  return `${GO_GENERATED}

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
  const fields = [
    `method: "${method}"`,
    `path: ${url}`,
    query && 'query: queryOf(query)',
    body && 'body: body',
    takesKey && 'keyed: true',
  ];
  const call = `call{${fields.filter(Boolean).join(', ')}}`;
  const docs = `// ${name}: ${summary}`;
  const begin = `${docs}\nfunc (r *${type}) ${name}(${parameters}) (*${result}, error) {\n`;
  const request = `send[${result}](ctx, r.transport, ${call}, options)`;
  if (returnsSecret(operation)) {
    return [
      `${begin}	result, err := ${request}
	if err == nil && body != nil && result.Secret == "" {
		result.Secret = body.Secret
	}
	return result, err
}`,
    ];
  }
  const one = `${begin}	return ${request}\n}`;
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
