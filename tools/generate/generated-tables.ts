import { CHANGE_TABLE_PATH, HANDLED_ENTITIES_PATH, renderChangeTable, renderHandledEntities } from './change-table.ts';
import {
  ENTITY_TABLE_PATH,
  FIELD_TABLE_PATH,
  LIFECYCLE_TABLE_PATH,
  RESOURCE_TYPES_PATH,
  renderEntityTable,
  renderFieldTable,
  renderLifecycleTable,
  renderResourceTypes,
} from './entity-table.ts';
import { EVENT_PARTS_PATH, EVENT_TABLE_PATH, renderEventParts, renderEventTable } from './event-table.ts';
import { ID_TABLE_PATH, renderIdTable } from './id-table.ts';
import {
  CALLED_OPERATIONS_PATH,
  MCP_FUNCTION_PATH,
  renderCalledOperations,
  renderMcpFunction,
  renderToolTable,
  TOOL_TABLE_PATH,
} from './mcp-tools.ts';
import { NOTIFICATION_TABLE_PATH, renderNotificationTable } from './notification-table.ts';
import { ADAPTER_TABLES_PATH, FACT_TABLES_PATH, renderAdapterTables, renderFactTables } from './platform-tables.ts';
import { PROBLEM_TABLE_PATH, renderProblemTable } from './problem-table.ts';
import { renderUrlPatterns, URL_PATTERNS_PATH } from './url-patterns.ts';

/** The tables that the code imports, by their path from the root, in the order in which one needs the others. */
export const GENERATED_TABLES: readonly (readonly [path: string, render: () => string | Promise<string>])[] = [
  [FACT_TABLES_PATH, renderFactTables],
  [ADAPTER_TABLES_PATH, renderAdapterTables],
  [ID_TABLE_PATH, renderIdTable],
  [ENTITY_TABLE_PATH, renderEntityTable],
  [LIFECYCLE_TABLE_PATH, renderLifecycleTable],
  [RESOURCE_TYPES_PATH, renderResourceTypes],
  [FIELD_TABLE_PATH, renderFieldTable],
  [EVENT_PARTS_PATH, renderEventParts],
  [EVENT_TABLE_PATH, renderEventTable],
  [NOTIFICATION_TABLE_PATH, renderNotificationTable],
  [CHANGE_TABLE_PATH, renderChangeTable],
  [HANDLED_ENTITIES_PATH, renderHandledEntities],
  [PROBLEM_TABLE_PATH, renderProblemTable],
  [TOOL_TABLE_PATH, renderToolTable],
  [CALLED_OPERATIONS_PATH, renderCalledOperations],
  [MCP_FUNCTION_PATH, renderMcpFunction],
  [URL_PATTERNS_PATH, renderUrlPatterns],
];
