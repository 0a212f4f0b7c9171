import { ID_PREFIXES } from '../../../core/values/id-prefixes.ts';

/** The flow that a state or a token of a page names. */
export type FlowName = { workspace_id: string; id: string };

const ID = '([0-9A-HJKMNP-TV-Z]{26})';
const FORMAT = new RegExp(`^${ID}${ID}[A-Za-z0-9_-]{43}$`);

/**
 * Build a state or a token of a page: the digits of the ids of the workspace and of the flow, and a bearer
 * secret. The ids let the callback read the flow by its key.
 */
export function formatConnectToken({ workspace_id, id }: FlowName, secret: string): string {
  const text = [workspace_id, id].map((each) => each.slice(each.indexOf('_') + 1)).join('') + secret;
  if (!FORMAT.test(text)) throw new Error('A connect token needs two ids and a bearer secret.');
  return text;
}

/** Return the flow that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parseConnectToken(text: string): FlowName | null {
  const [, workspace, flow] = FORMAT.exec(text) ?? [];
  if (!flow) return null;
  return { workspace_id: `${ID_PREFIXES.workspace}_${workspace}`, id: `${ID_PREFIXES.connect}_${flow}` };
}
