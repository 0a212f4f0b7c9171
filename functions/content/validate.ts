import { operation } from '../../lib/content/api/content/validate.ts';
import { buildValidationPreview } from '../../lib/content/rules/change/content-validation.ts';
import { acceptTextAsTitle } from '../../lib/content/steps/accept-text.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { previewItem } from '../../lib/planning/steps/preview-item.ts';

/**
 * Validate a content item as if it were created, without storing it. Throws the 422 that creation would. Otherwise
 * returns the warnings that creation would, and the length and cost of the post per platform.
 */
export const handler = defineEndpoint(
  operation,
  acceptTextAsTitle(async ({ caller, body, nowMs, newId }) => {
    const { content, warnings } = await previewItem(body, { author: caller, nowMs, newId });
    return { status: 200, body: { valid: true, ...buildValidationPreview(content), warnings } };
  }),
);
