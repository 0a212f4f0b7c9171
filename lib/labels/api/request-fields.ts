import * as z from 'zod/mini';
import { build, labelSchema } from '../../core/api/request-fields.ts';

const MAX_LABEL_LENGTH = 50;

/** The name of a label or of a campaign. */
export const labelName = /* @__PURE__ */ build(() => labelSchema(MAX_LABEL_LENGTH));

/** Select items by the names of a label and of a campaign. */
export const labelFilters = /* @__PURE__ */ build(() => ({
  label: z.optional(labelName),
  campaign: z.optional(labelName),
}));
