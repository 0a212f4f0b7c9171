import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { WorkspaceDeletionResponse } from '../api/workspaces/deletion.ts';
import { WorkspaceDetailsResponse } from '../api/workspaces/responses.ts';

/** Building blocks of the schemas of events about workspaces. Only the OpenAPI document and the tests import it as a value. */
export const WORKSPACE_PARTS = { WorkspaceData: WorkspaceDetailsResponse(), DeletionData: WorkspaceDeletionResponse() };

export type WorkspaceParts = SchemaParts & typeof WORKSPACE_PARTS;
