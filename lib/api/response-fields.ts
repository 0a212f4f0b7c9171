import * as z from 'zod';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { lazy } from './lazy.ts';

export const timestamp = lazy(() => z.string().meta({ format: 'date-time' }));

export const platformName = lazy(() => z.enum(PLATFORMS));

export const permissionName = lazy(() => z.enum(PERMISSIONS));

export const integer = lazy(() => z.number().int());

export const Pagination = lazy(() =>
  z.object({
    page: integer(),
    per_page: integer(),
    total: integer(),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  }),
);

export const DeletedResponse = lazy(() => z.object({ success: z.literal(true), message: z.string() }));
