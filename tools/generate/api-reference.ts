import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

type Json = Record<string, unknown>;

interface DescribedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  'x-permissions'?: string[];
  security: Json[];
  parameters?: { $ref?: string; name: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { examples?: Json }> }>;
}

interface Row extends DescribedOperation {
  request: string;
}

export const API_DOC_PATH = 'docs/api.md';

const INTRODUCTION = `From the declarations in \`lib/<feature>/api/<resource>/<verb>.ts\`. Every path starts with \`/v1\`. Required body fields
are **bold**. Every endpoint can also return the problems
`;

// Most endpoints return these, so the tables leave them out.
const SHARED_PROBLEM_ENDPOINTS = 0.6;

/** Render docs/api.md with one table of endpoints for each resource, from the OpenAPI document. */
export function renderApiDoc(document: Json): string {
  const text = readFileSync(join(import.meta.dirname, '../..', API_DOC_PATH), 'utf8');
  return replaceGeneratedSection(text, renderEndpoints(document));
}

function renderEndpoints(document: Json): string {
  const rows = Object.entries(document.paths as Record<string, Record<string, DescribedOperation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        request: `${method.toUpperCase()} ${path}`,
      })),
  );
  const shared = sharedProblems(document, rows);
  const tags = document.tags as { name: string; description: string }[];
  const sections = tags.flatMap(({ name, description }) => {
    const own = rows.filter((row) => row.tags[0] === name);
    return own.length === 0 ? [] : [renderSection(document, name, description, own, shared)];
  });
  return `${INTRODUCTION}${listed(shared)}.\n\n${sections.join('\n').trimEnd()}`;
}

function renderSection(
  document: Json,
  name: string,
  description: string,
  rows: Row[],
  shared: readonly string[],
): string {
  const lines = rows.map((row) => {
    const { request, operationId, summary } = row;
    const cells = [
      `\`${request}\``,
      `${summary} (\`${operationId}\`)`,
      permissionsOf(row),
      listed(parametersOf(row)),
      bodyFields(document, row).join(', '),
      listed(problemsOf(document, row).filter((code) => !shared.includes(code))),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return `### ${name}

${description}

| Request | Summary | Permissions | Parameters | Body | Problems |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function permissionsOf(row: Row): string {
  const permissions = row['x-permissions'];
  if (permissions) return permissions.map(code).join(' or ');
  return row.security.some((scheme) => 'bearer' in scheme) ? 'any token' : 'no token';
}

function parametersOf({ parameters = [] }: Row): string[] {
  return parameters.map(({ $ref, name }) => ($ref ? headerName($ref) : name));
}

function headerName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-');
}

function bodyFields(document: Json, { requestBody }: Row): string[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const { properties = {}, required = [] } = resolve(document, schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.keys(properties).map((name) => (required.includes(name) ? `**${code(name)}**` : code(name)));
}

function problemsOf(document: Json, { responses }: Row): string[] {
  const codes = Object.values(responses).flatMap((response) => {
    const { content } = resolve(document, response) as typeof response;
    return Object.keys(content?.['application/problem+json']?.examples ?? {});
  });
  return [...new Set(codes)];
}

function sharedProblems(document: Json, rows: Row[]): string[] {
  const counts = new Map<string, number>();
  for (const each of rows.flatMap((row) => problemsOf(document, row))) {
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return [...counts].flatMap(([each, count]) => (count / rows.length > SHARED_PROBLEM_ENDPOINTS ? each : []));
}

function resolve(document: Json, value: { $ref?: string } & Json): Json {
  if (!value.$ref) return value;
  const parts = value.$ref.slice('#/'.length).split('/');
  return parts.reduce<Json>((at, part) => at[part] as Json, document);
}

const code = (text: string) => `\`${text}\``;
const listed = (names: readonly string[]) => names.map(code).join(', ');
