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
  resources: () => readonly object[];
  templates: () => readonly Json[];
  readResource: (uri: string) => Promise<Json[] | null>;
  skills: () => readonly object[];
  getSkill: (uri: string) => object | null;
  readFolder: (uri: string) => readonly object[] | null;
  /** Read a file of a skill, which is the same for every caller. */
  readSkillFile: (uri: string) => Json[] | null;
  prompts: () => readonly Json[];
  events: () => readonly Json[];
  subscribe: (params: Json) => Promise<Json>;
  unsubscribe: (params: Json) => Promise<Json>;
  getPrompt: (name: string, given: Json) => Json | null;
}
