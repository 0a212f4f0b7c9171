import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const TOOL_TABLE_PATH = 'lib/agents/tools/tools.ts';
export const CALLED_OPERATIONS_PATH = 'lib/agents/tools/called-operations.ts';
export const MCP_FUNCTION_PATH = 'functions/mcp.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOTICE = '// Generated from the tools of lib/agents by `npm run generate`; do not edit.';

const MCP_IMPORTS = [
  { name: '{ MCP_ENDPOINT }', module: '../lib/agents/mcp/endpoint.ts' },
  { name: 'type { Handlers }', module: '../lib/agents/tools/call.ts' },
  { name: '{ answerMessage }', module: '../lib/app/answer-agent-message.ts' },
  { name: '{ defineEndpoint }', module: '../lib/identity/pipeline/define-endpoint.ts' },
];

/** Render the list of all tools: each file of `lib/agents/tools` that declares one. */
export function renderToolTable(): string {
  const tools = globSync('lib/agents/tools/*.ts', { cwd: ROOT }).flatMap((file) => {
    const name = /^export const (\w+) = defineTool\(/m.exec(readText(file))?.[1];
    return name ? [{ name, module: `./${basename(file)}` }] : [];
  });
  const imports = [
    ...tools.map(({ name, module }) => ({ name: `{ ${name} }`, module })),
    { name: 'type { Tool }', module: './tool.ts' },
  ].sort(byModule);
  return `${NOTICE}
${imports.map(toImport).join('\n')}

/** Every tool, in the order of \`tools/list\`. */
export const TOOLS: readonly Tool[] = [
${tools
  .map(({ name }) => `  ${name},`)
  .sort()
  .join('\n')}
].sort((one, other) => one.place - other.place);
`;
}

/** Render the endpoints that the tools and the resources call, with their routes and the bodies of their responses. */
export function renderCalledOperations(): string {
  const operations = calledOperations();
  const imports = operations
    .map((id) => ({
      name: `type { response as ${exportOf(id)} }`,
      module: declarationOf(id).replace('lib/', '../../'),
    }))
    .sort(byModule);
  return `${NOTICE}
${[{ name: 'type * as z', module: 'zod/mini' }, ...imports].map(toImport).join('\n')}

/** The endpoints that tools and resources call, with their routes. */
export const CALLED_OPERATIONS = {
${operations.map((id) => `  '${id}': '${routeOf(id)}',`).join('\n')}
} as const;

export type CalledOperation = keyof typeof CALLED_OPERATIONS;

type Body<Response extends () => z.ZodMiniType> = z.infer<ReturnType<Response>>;

/** The body of each successful response. */
export interface Answers {
${operations.map((id) => `  '${id}': Body<typeof ${exportOf(id)}>;`).join('\n')}
}
`;
}

/** Render the entry point of the MCP server, which has the handler of each called endpoint. */
export function renderMcpFunction(): string {
  const operations = calledOperations();
  const handlers = operations.map((id) => ({
    name: `{ handler as ${exportOf(id)} }`,
    module: `./${id.replace('.', '/')}.ts`,
  }));
  return `${NOTICE}
${[...MCP_IMPORTS, ...handlers.sort(byModule)].map(toImport).join('\n')}

// They are called without a context of Lambda, and end their retries with the invocation of this function.
const HANDLERS = {
${operations.map((id) => `  '${id}': ${exportOf(id)},`).join('\n')}
} satisfies Record<keyof Handlers, unknown> as unknown as Handlers;

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

/** Return the id of an operation as a name: `analyticsBestTimes`. */
function exportOf(id: string): string {
  return id.replaceAll(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toImport({ name, module }: { name: string; module: string }): string {
  return `import ${name} from '${module}';`;
}

// As Biome sorts imports: a folder before the files that begin with its name.
function byModule(one: { module: string }, other: { module: string }): number {
  const keyOf = ({ module }: { module: string }) => module.replace(/\.ts$/, '');
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

function readText(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
