import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { TemplateResponse } from '../api/templates/responses.ts';

/** Building blocks of the schemas of events about templates. Only the OpenAPI document and the tests import it as a value. */
export const TEMPLATE_PARTS = { templateFields: TemplateResponse().shape };

export type TemplateParts = SchemaParts & typeof TEMPLATE_PARTS;
