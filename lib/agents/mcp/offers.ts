import type { Json } from './rpc-message.ts';

/** The result of a tool, as the protocol has it. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Json;
  isError?: true;
}

/** What the server offers. A tool, a resource or a prompt that it does not have is null. */
export interface Offers {
  tools: () => readonly Json[];
  callTool: (name: string, given: unknown) => Promise<ToolResult | null>;
  resources: () => readonly Json[];
  templates: () => readonly Json[];
  readResource: (uri: string) => Promise<Json[] | null>;
  prompts: () => readonly Json[];
  events: () => readonly Json[];
  subscribe: (params: Json) => Promise<Json>;
  unsubscribe: (params: Json) => Promise<Json>;
  getPrompt: (name: string, given: Json) => Json | null;
}
