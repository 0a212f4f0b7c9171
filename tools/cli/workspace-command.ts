import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { PersonName } from '../../lib/core/api/request-fields.ts';
import { LIMIT_RANGES } from '../../lib/core/config/limits.ts';
import { PLAN_NAMES } from '../../lib/core/config/plans.ts';
import { withActor } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { isId } from '../../lib/core/values/id.ts';
import { requestsPerMinute } from '../../lib/identity/rules/rate-limits.ts';
import { withPlan, withRequestLimit } from '../../lib/identity/rules/workspace.ts';
import { loadWorkspace, workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { defaultRequestsPerMinute } from '../../lib/stack/stage-file.ts';
import { toDeletionView } from '../../lib/workspaces/rules/workspace-deletion.ts';
import { parseArguments, parseOptions, UsageError } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { erasePerson } from './erase-person.ts';
import { exportWorkspace } from './export-workspace.ts';
import { HALT_USAGE, haltStage, RESUME_USAGE, resumeStage } from './halt-command.ts';
import { INDEX_USAGE, indexSearch } from './index-search.ts';
import { operatorActor } from './operator-actor.ts';
import { completeIndex, completeSmallIndex } from './operator-index.ts';
import { LINK_ADVICE, NO_DASHBOARD, newLinkOf, printSignInLinks } from './sign-in-links.ts';
import { createStageKey, STAGE_KEY_USAGE } from './stage-key-command.ts';
import { ensureIndex, entryHolders } from './stage-workspaces.ts';
import { useTarget } from './target.ts';
import { compareTimeZones } from './time-zones.ts';
import { verifyChain } from './verify-chain.ts';

const STAGE_USAGE = '[--stage <stage>]';
const CREATE_USAGE = `Usage: npm run workspace -- create --name <name> --plan standard|enterprise --email <owner> ${STAGE_USAGE}`;
const LINK_USAGE = `Usage: npm run workspace -- sign-in-link --email <member> ${STAGE_USAGE}`;
const PLAN_USAGE = `Usage: npm run workspace -- plan --workspace ws_… --plan standard|enterprise ${STAGE_USAGE}`;

const LIMIT_USAGE = `Usage: npm run workspace -- limit --workspace ws_… --requests-per-minute <number>|plan ${STAGE_USAGE}`;
const EXPORT_USAGE = `Usage: npm run workspace -- export --workspace ws_… [--person <email>|usr_…|<commenter>] ${STAGE_USAGE}`;
const ERASE_USAGE = `Usage: npm run workspace -- erase --workspace ws_… --person <email>|usr_…|<commenter>|everyone [--confirm <name>] ${STAGE_USAGE}\n--confirm is the name of the workspace; --person everyone requires it.`;

const ZONES_USAGE = `Usage: npm run workspace -- time-zones [--move] ${STAGE_USAGE}`;
const TABLE_USAGE = `Usage: npm run workspace -- index-table ${STAGE_USAGE}`;

const stage = z.optional(z.string());
const ZonesOptions = z.strictObject({ stage });
const TableOptions = z.strictObject({ stage });

const plan = z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`);

const MAX_REQUESTS = LIMIT_RANGES.requests_per_minute.maximum;

const email = z.email('must be an email address').check(z.maxLength(254));

const CreateOptions = z.strictObject({ name: PersonName, plan, email, stage });
const LinkOptions = z.strictObject({ email, stage });

const workspace = z
  .string('must be given')
  .check(z.refine((id) => isId('workspace', id), 'must be the id of a workspace'));
const person = z.string('must be given').check(z.minLength(1, 'must not be empty'));

const ExportOptions = z.strictObject({ workspace, person: z.optional(person), stage });
const EraseOptions = z.strictObject({ workspace, person, confirm: z.optional(z.string()), stage });

/** After how long the second pass of an erasure begins: the stream of a stage can be a minute late. */
const SECOND_PASS_MS = { stage: 60_000, local: 5_000 };

const BACKUPS = 'Backups keep it for 35 days.';

/** The `--person` that stands for the whole workspace. */
const EVERYONE = 'everyone';

const PlanOptions = z.strictObject({ workspace, plan, stage });

const requestsLimit = z.pipe(
  z
    .string('must be given')
    .check(
      z.refine(
        (text) => text === 'plan' || (/^[1-9]\d*$/.test(text) && Number(text) <= MAX_REQUESTS),
        `must be a whole number from 1 to ${MAX_REQUESTS}, or plan for that of the stage or of the plan`,
      ),
    ),
  z.transform((text) => (text === 'plan' ? null : Number(text))),
);

const LimitOptions = z.strictObject({ workspace, 'requests-per-minute': requestsLimit, stage });

/**
 * Run `workspace create …`, `stage-key …`, `sign-in-link …`, `plan …`, `limit …`, `export …`, `erase …`, `time-zones …`,
 * `index-search …`, `index-table …`, `halt …` or `resume …`. Returns the text to print, empty after an export. Throws a
 * UsageError for invalid arguments, and other errors when the target cannot be reached.
 */
export async function workspaceCommand(args: string[], cliContext: CliContext): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'create') return create(rest, cliContext);
  if (verb === 'stage-key') return createStageKey(rest, cliContext);
  if (verb === 'sign-in-link') return createLinks(rest, cliContext);
  if (verb === 'plan') return changePlan(rest, cliContext);
  if (verb === 'limit') return changeLimit(rest, cliContext);
  if (verb === 'export') return exportData(rest, cliContext);
  if (verb === 'erase') return eraseData(rest, cliContext);
  if (verb === 'time-zones') return compareZones(rest, cliContext);
  if (verb === 'index-search') return indexSearch(rest, cliContext);
  if (verb === 'index-table') return indexTable(rest, cliContext);
  if (verb === 'halt') return haltStage(rest, cliContext);
  if (verb === 'resume') return resumeStage(rest, cliContext);
  throw new UsageError(
    [
      ...[CREATE_USAGE, STAGE_KEY_USAGE, LINK_USAGE, PLAN_USAGE, LIMIT_USAGE, EXPORT_USAGE, ERASE_USAGE],
      ...[ZONES_USAGE, INDEX_USAGE, TABLE_USAGE, HALT_USAGE, RESUME_USAGE],
    ].join('\n'),
  );
}

async function create(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['name', 'plan', 'email', 'stage'], CREATE_USAGE);
  const { stage, ...input } = parseOptions(CreateOptions, given, CREATE_USAGE);
  const { baseUrl, dashboardOrigin } = await useTarget({ stage, folder });
  const nowMs = Date.now();
  const created = createWorkspace({ ...input, ownerName: input.email.split('@')[0]! }, nowMs);
  const link = dashboardOrigin && newLinkOf(created.owner, dashboardOrigin, nowMs);
  const writes = [...created.writes, ...(link ? [link.write] : [])];
  // A table that is new needs no index-table.
  await completeSmallIndex();
  await commit(withActor(writes, operatorActor('workspace.create', nowMs)));
  return [
    `base url       ${baseUrl}`,
    `workspace      ${created.workspace.id}`,
    `client id      ${created.key.client_id}`,
    `client secret  ${created.clientSecret}`,
    ...(link ? [`sign-in link   ${link.url}`] : []),
    'The secret is shown only once: the service stores its hash.',
    link ? LINK_ADVICE : NO_DASHBOARD,
  ].join('\n');
}

async function createLinks(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['email', 'stage'], LINK_USAGE);
  const input = parseOptions(LinkOptions, given, LINK_USAGE);
  const { dashboardOrigin } = await useTarget({ stage: input.stage, folder });
  if (dashboardOrigin === null) throw new Error(NO_DASHBOARD);
  return [...(await printSignInLinks(input.email, dashboardOrigin, Date.now())), LINK_ADVICE].join('\n');
}

async function changePlan(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'plan', 'stage'], PLAN_USAGE);
  const input = parseOptions(PlanOptions, given, PLAN_USAGE);
  await useTarget({ stage: input.stage, folder });
  const workspace = await loadWorkspace(input.workspace);
  if (!workspace) throw new Error(`There is no workspace ${input.workspace}.`);
  if (workspace.plan === input.plan) return `${workspace.id} is already on the ${input.plan} plan.`;
  const write = workspaceUpdateWrite(workspace, withPlan(workspace, input.plan));
  await commit(withActor([write], operatorActor('workspace.plan', Date.now())));
  return [
    `${workspace.id} is now on the ${input.plan} plan; the previous plan was ${workspace.plan}.`,
    'Requests use the new plan within a minute. Webhook endpoints are paused or resumed immediately.',
  ].join('\n');
}

async function changeLimit(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'requests-per-minute', 'stage'], LIMIT_USAGE);
  const input = parseOptions(LimitOptions, given, LIMIT_USAGE);
  await useTarget({ stage: input.stage, folder });
  const stored = await loadWorkspace(input.workspace);
  if (!stored) throw new Error(`There is no workspace ${input.workspace}.`);
  const limit = input['requests-per-minute'];
  const changed = withRequestLimit(stored, limit);
  const write = workspaceUpdateWrite(stored, changed);
  await commit(withActor([write], operatorActor('workspace.limit', Date.now())));
  const ofStage = defaultRequestsPerMinute(input.stage ?? 'local');
  const [previous, now] = [stored, changed].map((each) => requestsPerMinute(each, ofStage));
  const source = ofStage === null ? `the ${stored.plan} plan has` : '`defaultLimits` of the stage say';
  const reason = limit === null ? `, as ${source}` : ', whatever its plan';
  return [
    `${stored.id} can now send ${now} requests a minute${reason}; the previous limit was ${previous}.`,
    'Requests use the new limit within a minute.',
  ].join('\n');
}

async function exportData(args: string[], { folder, print, warn }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'person', 'stage'], EXPORT_USAGE);
  const input = parseOptions(ExportOptions, given, EXPORT_USAGE);
  await useTarget({ stage: input.stage, folder });
  await ensureIndex(warn);
  const lines = await exportWorkspace(input.workspace, input.person, print);
  if (lines === 0) throw new Error(`There is nothing about ${input.person ?? input.workspace}.`);
  return '';
}

async function eraseData(args: string[], { folder, warn }: CliContext): Promise<string> {
  const given = parseArguments(args, ['workspace', 'person', 'confirm', 'stage'], ERASE_USAGE);
  const input = parseOptions(EraseOptions, given, ERASE_USAGE);
  const { workspace: id, person: erasedPerson, stage: target } = input;
  await useTarget({ stage: target, folder });
  await ensureIndex(warn);
  if (erasedPerson === EVERYONE) return deleteEverything(id, input.confirm, warn);
  const waitMs = target === undefined ? SECOND_PASS_MS.local : SECOND_PASS_MS.stage;
  const { deleted, cleared } = await erasePerson(id, erasedPerson, () => sleep(waitMs));
  const entries = await verifyChain(id);
  return [
    `${deleted} items are deleted, and personal data is removed from ${cleared} others.`,
    `The audit log has ${entries} entries, and its hash chain is valid.`,
    BACKUPS,
  ].join('\n');
}

async function deleteEverything(id: string, confirmed: string | undefined, warn: CliContext['warn']): Promise<string> {
  const certificate = toDeletionView(await deleteWorkspace(id, confirmed, warn));
  return [`${id} is deleted. Its certificate:`, JSON.stringify(certificate, null, 2), BACKUPS].join('\n');
}

async function compareZones(args: string[], { folder, print, warn }: CliContext): Promise<string> {
  const move = args.includes('--move');
  const given = parseArguments(
    args.filter((each) => each !== '--move'),
    ['stage'],
    ZONES_USAGE,
  );
  const input = parseOptions(ZonesOptions, given, ZONES_USAGE);
  await useTarget({ stage: input.stage, folder });
  await ensureIndex(warn);
  return compareTimeZones(entryHolders(), move, print);
}

async function indexTable(args: string[], { folder }: CliContext): Promise<string> {
  const given = parseOptions(TableOptions, parseArguments(args, ['stage'], TABLE_USAGE), TABLE_USAGE);
  await useTarget({ stage: given.stage, folder });
  return `The index by which these commands find workspaces is complete: ${await completeIndex()} items were added.`;
}
