import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS } from '../../lib/agents/tools/tools.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const AGENTS_DOC_PATH = 'docs/agents.md';

/** Render docs/agents.md with the tools. */
export function renderAgentsDoc(): string {
  const document = readFileSync(join(import.meta.dirname, '../..', AGENTS_DOC_PATH), 'utf8');
  const rows = TOOLS.map(({ name, description }) => `| \`${name}\` | ${shorten(description)} |`);
  return replaceGeneratedSection(document, ['| tool | description |', '|---|---|', ...rows].join('\n'));
}

/** Return the first statement of a description, and the sentence about the budget that the tool takes from. */
function shorten(description: string): string {
  const [first, ...others] = description.split(/(?<=\.) /);
  const statement = `${first!.split(/[:;.](?= |$)/)[0]}.`;
  return [statement, ...others.filter((sentence) => sentence.startsWith('Takes '))].join(' ');
}
