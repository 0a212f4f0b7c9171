import { mergeAccess } from '../core/api/table-access.ts';
import type { Job, JobPart, Steps } from '../core/queue/define-job.ts';
import { importDeclarations } from './declarations.ts';

const MODULES = await importDeclarations<Record<string, Job | JobPart | Steps<never>>>('*/jobs.ts');
const DECLARED = MODULES.flatMap(([, module]) => Object.values(module));
const PARTS = DECLARED.filter((declared): declared is JobPart => 'of' in declared);

const JOBS = DECLARED.filter((declared): declared is Job => 'name' in declared)
  .map((job): Job => {
    const parts = PARTS.filter(({ of }) => of === job.name);
    return { ...job, access: mergeAccess(job.access, ...parts.map(({ access }) => access)) };
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/**
 * List every function that AWS triggers, by name, with the table access of all its parts. Reads the declarations from the
 * disk: for the stack, the generators and tests, never for a function.
 */
export function allJobs(): Job[] {
  return JOBS;
}

/** List the entities of the jobs that the step queue runs. */
export function steppedEntities(): string[] {
  return DECLARED.flatMap((declared) => ('hasStep' in declared ? [declared.entity] : []));
}

/** Get the declaration of a function. Throws when there is none. */
export function jobOf(name: string): Job {
  const job = JOBS.find((each) => each.name === name);
  if (!job) throw new Error(`No feature declares the job ${name}.`);
  return job;
}
