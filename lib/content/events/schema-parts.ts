import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { ContentData, TargetData } from '../api/content/responses.ts';

/** Building blocks of the schemas of events about items. Only the OpenAPI document and the tests import it as a value. */
export const CONTENT_PARTS = { ContentData: ContentData(), TargetData: TargetData() };

export type ContentParts = SchemaParts & typeof CONTENT_PARTS;
