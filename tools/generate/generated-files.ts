import { MCP_ENDPOINT } from '../../lib/agents/mcp/endpoint.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { payloadSample } from '../../lib/webhooks/events/sample-events.ts';
import { clientFiles } from '../clients/client-files.ts';
import { publishDueEvent } from '../local-stack/sample-data.ts';
import { SAMPLE_AGENT_TOKEN } from '../local-stack/sample-token.ts';
import { AGENTS_DOC_PATH, renderAgentsDoc } from './agent-tools-doc.ts';
import { API_DOC_PATH, renderApiDoc } from './api-reference.ts';
import { renderSurface, SURFACE_PATH } from './api-surface.ts';
import { CHANGE_TABLE_PATH, renderChangeTable } from './change-table.ts';
import { DASHBOARD_VALUES_PATH, renderDashboardValues } from './dashboard-values.ts';
import { buildDocuments } from './documents.ts';
import {
  ENTITY_TABLE_PATH,
  FIELD_TABLE_PATH,
  RESOURCE_TYPES_PATH,
  renderEntityTable,
  renderFieldTable,
  renderResourceTypes,
  renderTableDoc,
  TABLE_DOC_PATH,
} from './entity-table.ts';
import { EVENT_PARTS_PATH, EVENT_TABLE_PATH, renderEventParts, renderEventTable } from './event-table.ts';
import { ID_TABLE_PATH, renderIdTable } from './id-table.ts';
import { DEPLOY_DOC_PATH, renderDeployDoc } from './lambda-quota.ts';
import {
  CALLED_OPERATIONS_PATH,
  MCP_FUNCTION_PATH,
  renderCalledOperations,
  renderMcpFunction,
  renderToolTable,
  TOOL_TABLE_PATH,
} from './mcp-tools.ts';
import { NOTIFICATION_TABLE_PATH, renderNotificationTable } from './notification-table.ts';
import { NOTIFICATIONS_DOC_PATH, renderNotificationsDoc } from './notifications-doc.ts';
import { PLATFORM_DESCRIPTIONS_PATH, renderPlatformDescriptions } from './platform-descriptions.ts';
import { ADAPTER_TABLES_PATH, FACT_TABLES_PATH, renderAdapterTables, renderFactTables } from './platform-tables.ts';
import { PROBLEM_TABLE_PATH, renderProblemTable } from './problem-table.ts';
import { sampleEvent, unmatchedEvent } from './sample-event.ts';
import { renderSandboxDoc, SANDBOX_DOC_PATH } from './sandbox-outcomes.ts';
import { renderUrlPatterns, URL_PATTERNS_PATH } from './url-patterns.ts';

/** Folders that hold generated files alone. */
export const GENERATED_FOLDERS = [
  'events/payloads',
  'events/on-publish-due',
  ...new Set(allEndpoints().map(([id]) => `events/${id.split('.')[0]}`)),
];

/** Generate every committed file that is derived from the declarations, by its path from the root. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const { 'openapi.json': document, 'openapi-client.json': client } = buildDocuments();
  return new Map([
    [FACT_TABLES_PATH, await renderFactTables()],
    [ADAPTER_TABLES_PATH, await renderAdapterTables()],
    [ENTITY_TABLE_PATH, renderEntityTable()],
    [RESOURCE_TYPES_PATH, renderResourceTypes()],
    [FIELD_TABLE_PATH, renderFieldTable()],
    [TABLE_DOC_PATH, renderTableDoc()],
    [EVENT_TABLE_PATH, renderEventTable()],
    [EVENT_PARTS_PATH, renderEventParts()],
    [ID_TABLE_PATH, renderIdTable()],
    [NOTIFICATION_TABLE_PATH, renderNotificationTable()],
    [NOTIFICATIONS_DOC_PATH, renderNotificationsDoc()],
    [CHANGE_TABLE_PATH, renderChangeTable()],
    [PROBLEM_TABLE_PATH, renderProblemTable()],
    [TOOL_TABLE_PATH, renderToolTable()],
    [CALLED_OPERATIONS_PATH, renderCalledOperations()],
    [MCP_FUNCTION_PATH, renderMcpFunction()],
    [AGENTS_DOC_PATH, renderAgentsDoc()],
    [URL_PATTERNS_PATH, renderUrlPatterns()],
    [SURFACE_PATH, renderSurface(document)],
    ...clientFiles(client),
    [API_DOC_PATH, renderApiDoc(document)],
    [PLATFORM_DESCRIPTIONS_PATH, await renderPlatformDescriptions()],
    [DASHBOARD_VALUES_PATH, renderDashboardValues()],
    [SANDBOX_DOC_PATH, renderSandboxDoc()],
    [DEPLOY_DOC_PATH, renderDeployDoc()],
    ['events/unmatched.json', json(unmatchedEvent())],
    ['events/mcp.json', json(sampleEvent(MCP_ENDPOINT, SAMPLE_AGENT_TOKEN))],
    ...allEndpoints().map(([id, operation]): [string, string] => [
      `events/${id.replace('.', '/')}.json`,
      json(sampleEvent(operation)),
    ]),
    ...PLATFORMS.map((name): [string, string] => [`events/on-publish-due/${name}.json`, json(publishDueEvent(name))]),
    ...EVENT_KINDS.map((kind): [string, string] => [`events/payloads/${kind}.json`, json(payloadSample(kind))]),
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
