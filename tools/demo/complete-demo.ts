import type { LocalService } from '../local-stack/local-service.ts';
import { exportContent, importDrafts } from './files.ts';
import { createMembers } from './members.ts';
import { giveAccess, haltAndResume, publishWithFaults, repeatPost, submitPosts } from './open-work.ts';
import { isIncomplete, openProgress } from './progress.ts';
import type { CompletionRun, DemoAccount } from './run.ts';
import { createTemplates } from './templates.ts';

/** What the first screens do not show, in the order in which a member looks for it. */
const STEPS: readonly ((run: CompletionRun) => Promise<void>)[] = [
  publishWithFaults,
  submitPosts,
  giveAccess,
  repeatPost,
  createTemplates,
  importDrafts,
  exportContent,
  haltAndResume,
];

/**
 * Create the rest of the demo in the running service: a failed and an unconfirmed post, approvals, access, recurrences,
 * templates and files. A process that ends in between loses nothing: the next call continues, and creates nothing twice.
 * Returns false when the demo was complete. Rejects when the service rejects a request or stops.
 */
export async function completeDemo(service: LocalService, folder: string): Promise<boolean> {
  if (!isIncomplete(folder)) return false;
  const progress = openProgress(folder);
  const members = createMembers(service, folder, progress, progress.once);
  const { accounts } = (await (await members.as('ida'))('GET', '/accounts')) as { accounts: DemoAccount[] };
  const run: CompletionRun = { service, ...members, accounts, pictures: progress.pictures, once: progress.once };
  for (const step of STEPS) await step(run);
  await service.settle();
  progress.end();
  return true;
}
