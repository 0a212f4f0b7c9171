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
import { AWS_UNIT_COSTS_PATH, renderAwsUnitCosts } from './aws-unit-costs.ts';
import { CONNECT_DOC_PATH, renderConnectDoc } from './connect-doc.ts';
import { DASHBOARD_VALUES_PATH, renderDashboardValues } from './dashboard-values.ts';
import { DECISIONS_DOC_PATH, renderDecisionsDoc } from './decisions-doc.ts';
import { buildDocuments } from './documents.ts';
import { renderTableDoc, TABLE_DOC_PATH } from './entity-table.ts';
import { GENERATED_TABLES } from './generated-tables.ts';
import { DEPLOY_DOC_PATH, renderDeployDoc } from './lambda-quota.ts';
import { NOTIFICATIONS_DOC_PATH, renderNotificationsDoc } from './notifications-doc.ts';
import { PLATFORM_DESCRIPTIONS_PATH, renderPlatformDescriptions } from './platform-descriptions.ts';
import { sampleEvent, unmatchedEvent } from './sample-event.ts';
import { renderSandboxDoc, SANDBOX_DOC_PATH } from './sandbox-outcomes.ts';
import { APPROVAL_DOC_PATH, PUBLISHING_DOC_PATH, renderApprovalDoc, renderPublishingDoc } from './state-diagrams.ts';

/** Folders that hold generated files alone. */
export const GENERATED_FOLDERS = [
  'events/payloads',
  'events/on-publish-due',
  ...new Set(allEndpoints().map(([id]) => `events/${id.split('.')[0]}`)),
];

/** Generate every committed file that is derived from the declarations, by its path from the root. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const { 'openapi.json': document, 'openapi-client.json': client } = buildDocuments();
  const tables = GENERATED_TABLES.map(async ([path, render]): Promise<[string, string]> => [path, await render()]);
  return new Map([
    ...(await Promise.all(tables)),
    [TABLE_DOC_PATH, renderTableDoc()],
    [NOTIFICATIONS_DOC_PATH, renderNotificationsDoc()],
    [AGENTS_DOC_PATH, renderAgentsDoc()],
    [SURFACE_PATH, renderSurface(document)],
    ...clientFiles(client, document),
    [API_DOC_PATH, renderApiDoc(document)],
    [PLATFORM_DESCRIPTIONS_PATH, await renderPlatformDescriptions()],
    [DASHBOARD_VALUES_PATH, renderDashboardValues()],
    [CONNECT_DOC_PATH, await renderConnectDoc()],
    [DECISIONS_DOC_PATH, renderDecisionsDoc()],
    [PUBLISHING_DOC_PATH, renderPublishingDoc()],
    [APPROVAL_DOC_PATH, renderApprovalDoc()],
    [SANDBOX_DOC_PATH, renderSandboxDoc()],
    [DEPLOY_DOC_PATH, renderDeployDoc()],
    [AWS_UNIT_COSTS_PATH, renderAwsUnitCosts()],
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
