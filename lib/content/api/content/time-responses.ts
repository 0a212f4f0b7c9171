import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** The local time that stands for the time of publication. */
// biome-ignore format: one field per line.
export const ScheduledLocalResponse = lazyObject(() => ({
  local: z.string().check(z.meta({ description: 'Date and time on the clock of the time zone, as given.', examples: ['2026-11-20T10:30'] })),
  time_zone: z.string().check(z.meta({ description: 'The IANA time zone, as given, or the default zone of the workspace at the time of the request.', examples: ['Europe/Berlin'] })),
}));

export const scheduledLocal = lazy(() =>
  z
    .nullable(ScheduledLocalResponse())
    .check(
      z.describe('The local time that `scheduled_at` was computed from. Null if the time was given with an offset.'),
    ),
);
