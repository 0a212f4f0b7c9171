import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { importEntity } from '../entities/imports.ts';
import { type Import, toImportView } from '../rules/import.ts';
import type { ImportParts } from './schema-parts.ts';

const REPORTED = ['completed', 'undone', 'failed'] as const;
type Reported = (typeof REPORTED)[number];

/** `import.completed`. */
// biome-ignore format: one field per line.
export const importCompleted = {
  description: 'The run of an import ended: every valid row has become an item or has failed. Also sent when an import was undone, or has failed.',
  schema: ({ z, time, ImportCounts }) =>
    z.object({
      id: z.string().check(z.meta({ description: 'The id of the import.', examples: ['imp_01K00000000000000000000000'] })),
      name: z.nullable(z.string()).check(z.meta({ description: 'The name of the file. Null if none was given.', examples: ['october.csv'] })),
      status: z.enum(REPORTED).check(z.meta({ description: '`completed`: the run ended. `undone`: the items were removed. `failed`: the import could not be checked, run or undone.', examples: ['completed'] })),
      counts: ImportCounts.check(z.describe('The numbers of rows and items.')),
      problem: z.nullable(z.object({
        code: z.string().check(z.meta({ description: 'Machine-readable code of the problem.', examples: ['invalid_csv'] })),
        detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['The file has no rows.'] })),
      })).check(z.meta({ description: 'Why the whole import failed. Null unless it has.', examples: [null] })),
      created_by: z.string().check(z.meta({ description: 'The member who created the import.', examples: ['usr_01K00000000000000000000000'] })),
      completed_at: time.check(z.meta({ description: 'Time the run or the undo ended.', examples: ['2026-11-20T09:30:00.000Z'] })),
    }).check(z.describe('The import, without its rows.')),
  sample: {
    ...{ id: 'imp_01K00000000000000000000000', name: 'october.csv', status: 'completed', problem: null },
    counts: { valid: 288, invalid: 12, created: 288, failed: 0, removed: 0, kept: 0 },
    ...{ created_by: 'usr_01K00000000000000000000000', completed_at: SAMPLE_AT },
  },
  permission: 'content:read',
  source: importEntity,
  on: 'write',
  derive: (before, after) => {
    if (!REPORTED.includes(after.status as Reported) || before?.status === after.status) return [];
    const { id, name, status, counts, problem, created_by, completed_at } = toImportView(after);
    const data = { id, name, status: status as Reported, counts, problem, created_by, completed_at: completed_at! };
    return [{ dedupKey: `${id}/ended/${after.version}`, timestamp: completed_at!, data }];
  },
} satisfies EventModule<Import, ImportParts>;
