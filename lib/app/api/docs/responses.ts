import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';

/** An OpenAPI document, which this API does not describe further. */
export const OpenApiResponse = lazy(() => z.record(z.string(), z.unknown()));
