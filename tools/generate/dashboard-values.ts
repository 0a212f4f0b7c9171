import { CONTENT_STATUSES } from '../../lib/content/rules/content.ts';
import { APPROVAL_STATUSES } from '../../lib/content/rules/content-approval.ts';
import { GRANTABLE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { AGENT_PERMISSIONS } from '../../lib/identity/rules/agent-key.ts';
import { MEDIA_STATUSES } from '../../lib/media/rules/media-asset.ts';
import { WORKSPACE_EVENT_KINDS } from '../../lib/webhooks/events/event-permissions.ts';
import { EVENTS } from '../../lib/webhooks/events/events.ts';
import { DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { renderHead, renderRows } from './module-text.ts';

export const DASHBOARD_VALUES_PATH = 'dashboard/src/api/values.ts';

const HEAD = renderHead('the schemas of the API', [['./client.ts', 'type { Schemas }']]);

/** The lists of values: the name in the dashboard, the type of the API, and the values. */
const LISTS: [name: string, type: string, values: readonly string[], comment?: string][] = [
  ['CONTENT_STATUSES', "Schemas['Content']['status']", CONTENT_STATUSES],
  ['APPROVAL_STATUSES', "NonNullable<Schemas['ContentList']['data'][number]['approval_status']>", APPROVAL_STATUSES],
  ['MEDIA_STATUSES', "Schemas['Media']['status']", MEDIA_STATUSES],
  ['DELIVERY_STATUSES', "Schemas['Delivery']['status']", DELIVERY_STATUSES],
  [
    'PERMISSIONS',
    "Schemas['Permission']",
    GRANTABLE_PERMISSIONS,
    'The permissions that can be granted: only sessions have the others.',
  ],
  ['AGENT_PERMISSIONS', "Schemas['Permission']", AGENT_PERMISSIONS, 'The permissions of an agent key that names none.'],
];

/**
 * Render the lists of values that the dashboard shows, which the types of the OpenAPI document do not have at run time:
 * the statuses of items, files and deliveries, the permissions, and the kinds of events with the first sentence of their
 * descriptions.
 */
export function renderDashboardValues(): string {
  const kinds = WORKSPACE_EVENT_KINDS.map((kind) => [kind, firstSentence(EVENTS[kind].description)]);
  return `${HEAD}

${LISTS.map(renderList).join('\n')}
/** What each kind of event of a workspace reports. */
// biome-ignore format: one kind per line.
export const EVENT_DESCRIPTIONS = {
${renderRows(kinds.map(([kind, text]) => `'${kind}': ${quoted(text!)}`))}} satisfies Partial<Record<Schemas['Event']['type'], string>>;
`;
}

function renderList([name, type, values, comment]: (typeof LISTS)[number]): string {
  return `${comment ? `/** ${comment} */\n` : ''}// biome-ignore format: one value per line.
export const ${name}: readonly ${type}[] = [
${renderRows(values.map((value) => `'${value}'`))}];
`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)![0];
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}
