import { labelSchema } from '../../../core/api/request-fields.ts';

/** The name of an account in its workspace. Several accounts may have the same. */
export const accountName = labelSchema(100);
