import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { camelCase, type Import, renderHead, renderRows } from './module-text.ts';

export const TOOL_TABLE_PATH = 'lib/agents/tools/tools.ts';
export const CALLED_OPERATIONS_PATH = 'lib/agents/tools/called-operations.ts';
export const MCP_FUNCTION_PATH = 'functions/mcp.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCE = 'the tools of lib/agents';

const MCP_IMPORTS: Import[] = [
  ['../lib/agents/mcp/endpoint.ts', '{ MCP_ENDPOINT }'],
  ['../lib/agents/tools/call.ts', 'type { Handlers }'],
  ['../lib/app/answer-agent-message.ts', '{ answerMessage }'],
  ['../lib/identity/pipeline/define-endpoint.ts', '{ defineEndpoint }'],
];

/** Render the list of all tools: each file of `lib/agents/tools` that declares one. */
export function renderToolTable(): string {
  const tools = globSync('lib/agents/tools/*.ts', { cwd: ROOT }).flatMap((file) => {
    const name = /^export const (\w+) = defineTool\(/m.exec(readText(file))?.[1];
    return name ? [{ name, path: `./${basename(file)}` }] : [];
  });
  const imports: Import[] = [
    ...tools.map(({ name, path }) => [path, `{ ${name} }`] as const),
    ['./tool.ts', 'type { Tool }'],
  ];
  return `${renderHead(SOURCE, imports)}

/** Every tool, in the order of \`tools/list\`. */
export const TOOLS: readonly Tool[] = [
${renderRows(tools.map(({ name }) => name).sort())}].sort((one, other) => one.place - other.place);
`;
}

/** Render the endpoints that the tools and the resources call, with their routes and the bodies of their responses. */
export function renderCalledOperations(): string {
  const operations = calledOperations();
  const imports: Import[] = [
    ['zod/mini', 'type * as z'],
    ...operations.map(
      (id) => [declarationOf(id).replace('lib/', '../../'), `type { response as ${camelCase(id)} }`] as const,
    ),
  ];
  return `${renderHead(SOURCE, imports)}

/** The endpoints that tools and resources call, with their routes. */
export const CALLED_OPERATIONS = {
${renderRows(operations.map((id) => `'${id}': '${routeOf(id)}'`))}} as const;

export type CalledOperation = keyof typeof CALLED_OPERATIONS;

type Body<Response extends () => z.ZodMiniType> = z.infer<ReturnType<Response>>;

/** The body of each successful response. */
export interface Answers {
${operations.map((id) => `  '${id}': Body<typeof ${camelCase(id)}>;`).join('\n')}
}
`;
}

/** Render the entry point of the MCP server, which has the handler of each called endpoint. */
export function renderMcpFunction(): string {
  const operations = calledOperations();
  const handlers = operations.map((id) => [`./${id.replace('.', '/')}.ts`, `{ handler as ${camelCase(id)} }`] as const);
  return `${renderHead(SOURCE, [...MCP_IMPORTS, ...handlers])}

// They are called without a context of Lambda, and end their retries with the invocation of this function.
const HANDLERS = {
${renderRows(operations.map((id) => `'${id}': ${camelCase(id)}`))}} satisfies Record<keyof Handlers, unknown> as unknown as Handlers;

/** Answer a message of the Model Context Protocol: an agent reads, drafts and submits, and never publishes. */
export const handler = defineEndpoint(MCP_ENDPOINT, async ({ caller, context }) =>
  answerMessage(context, caller, HANDLERS),
);
`;
}

/** List the ids of the endpoints that the code of agents calls, which `call('content.get', …)` names. */
function calledOperations(): string[] {
  const texts = globSync('lib/agents/**/*.ts', { cwd: ROOT }).map(readText);
  const ids = texts.flatMap((text) => [...text.matchAll(/\bcall\(\s*'([a-z-]+\.[a-z-]+)'/g)].map(([, id]) => id!));
  return [...new Set(ids)].sort();
}

function declarationOf(id: string): string {
  const [file] = globSync(`lib/*/api/${id.replace('.', '/')}.ts`, { cwd: ROOT });
  if (!file) throw new Error(`A tool calls ${id}, which no endpoint declares.`);
  return file;
}

function routeOf(id: string): string {
  const [, method, path] = /^ {2}route: '([A-Z]+) ([^']+)'/m.exec(readText(declarationOf(id)))!;
  return `${method} ${path}`;
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
