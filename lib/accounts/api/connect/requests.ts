import * as z from 'zod/mini';

/** The query of the start page and of its form, whose button is the answer. */
export const StartQuery = z.strictObject({ token: z.string().check(z.maxLength(200)) });
