import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { LinkRuleResponse } from '../api/link-rules/responses.ts';

/** Building blocks of the schemas of events about link rules. Only the OpenAPI document and the tests import it as a value. */
export const LINK_RULE_PARTS = { linkRuleFields: LinkRuleResponse().shape };

export type LinkRuleParts = SchemaParts & typeof LINK_RULE_PARTS;
