import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { platformName } from '../../platforms/api/response-fields.ts';
import { ContentData, TargetData } from '../api/content/responses.ts';
import { scheduledLocal } from '../api/content/time-responses.ts';

/** Building blocks of the schemas of events about items. Only the OpenAPI document and the tests import it as a value. */
export const CONTENT_PARTS = {
  platform: platformName(),
  ContentData: ContentData(),
  TargetData: TargetData(),
  localTime: scheduledLocal(),
};

export type ContentParts = SchemaParts & typeof CONTENT_PARTS;
