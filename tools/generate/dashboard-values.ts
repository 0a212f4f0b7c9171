import { CONTENT_STATUSES } from '../../lib/content/rules/content.ts';
import { AGENT_PERMISSIONS } from '../../lib/identity/rules/agent-key.ts';
import { EVENTS } from '../../lib/webhooks/events/events.ts';

export const DASHBOARD_VALUES_PATH = 'dashboard/src/api/values.ts';

const HEAD = [
  '// Generated from the schemas of the API by `npm run generate`; do not edit.',
  "import type { Schemas } from './client.ts';",
  '',
].join('\n');

/**
 * Render the lists of values that the dashboard shows, which the types of the OpenAPI document do not have at run time:
 * the statuses of a content item, the default permissions of an agent key, and the kinds of events with the first sentence
 * of their descriptions.
 */
export function renderDashboardValues(): string {
  const kinds = Object.entries(EVENTS).map(([kind, { description }]) => [kind, firstSentence(description)]);
  return `${HEAD}
// biome-ignore format: one value per line.
export const CONTENT_STATUSES: readonly Schemas['Content']['status'][] = [
${CONTENT_STATUSES.map((status) => `  '${status}',\n`).join('')}];

/** The permissions of an agent key that names none. */
// biome-ignore format: one value per line.
export const AGENT_PERMISSIONS: readonly Schemas['Permission'][] = [
${AGENT_PERMISSIONS.map((permission) => `  '${permission}',\n`).join('')}];

/** What each kind of event reports. */
// biome-ignore format: one kind per line.
export const EVENT_DESCRIPTIONS: Record<Schemas['Event']['type'], string> = {
${kinds.map(([kind, text]) => `  '${kind}': ${quoted(text!)},\n`).join('')}};
`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)![0];
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
