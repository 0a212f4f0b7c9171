import * as z from 'zod/mini';

/** The query of the start page and of its form, whose button is the answer. */
export const StartQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });

/** With which a product sees and selects the accounts of a headless connection. */
export const SelectionTokenQuery = z.strictObject({ selection_token: z.optional(z.string().check(z.maxLength(200))) });
