import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { MediaData } from '../api/media/responses.ts';

/** Building blocks of the schemas of events about files. Only the OpenAPI document and the tests import it as a value. */
export const MEDIA_PARTS = { MediaData: MediaData() };

export type MediaParts = SchemaParts & typeof MEDIA_PARTS;
