import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_HALT } from '../../core/events/samples.ts';
import { haltEntity } from '../entities/halts.ts';
import { type Halt, toHaltView } from '../rules/halt.ts';
import type { HaltParts } from './schema-parts.ts';

/** `publishing.halted`. */
export const publishingHalted = {
  description: 'Publishing was halted in the workspace, on a platform, or with an account. `data` is the halt.',
  schema: ({ z, HaltData }) => HaltData.check(z.describe('The halt.')),
  sample: SAMPLE_HALT,
  permission: 'schedule:read',
  source: haltEntity,
  on: 'write',
  derive: (before, after) =>
    before === null ? [{ dedupKey: `${after.id}/halted`, timestamp: after.created_at, data: toHaltView(after) }] : [],
} satisfies EventModule<Halt, HaltParts>;
