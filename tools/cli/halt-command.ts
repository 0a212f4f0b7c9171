import * as z from 'zod/mini';
import { textSchema } from '../../lib/core/api/request-fields.ts';
import { MAX_SPREAD_SECONDS } from '../../lib/halts/rules/halt-release.ts';
import { workspaceLabel } from '../../lib/workspaces/api/workspaces/requests.ts';
import { parseArguments, parseOptions } from './arguments.ts';
import type { CliContext } from './cli-context.ts';
import { haltWorkspaces, resumeWorkspaces } from './stage-halt.ts';
import { ensureIndex, workspaceIds } from './stage-workspaces.ts';
import { useTarget } from './target.ts';

const STAGE = '[--stage <stage>]';
export const HALT_USAGE = `Usage: npm run workspace -- halt --reason <text> [--label <label>] ${STAGE}`;
export const RESUME_USAGE = `Usage: npm run workspace -- resume [--spread-minutes <number>] [--missed publish|mark-missed] [--label <label>] ${STAGE}`;

const MAX_MINUTES = MAX_SPREAD_SECONDS / 60;
const DEFAULT_MINUTES = '15';

const stage = z.optional(z.string());
const label = z.optional(workspaceLabel);
const HaltOptions = z.strictObject({ reason: textSchema(280), label, stage });
const ResumeOptions = z.strictObject({
  'spread-minutes': z._default(
    z
      .string()
      .check(z.refine((text) => /^\d{1,4}$/.test(text) && Number(text) <= MAX_MINUTES, `must be 0 to ${MAX_MINUTES}`)),
    DEFAULT_MINUTES,
  ),
  missed: z._default(z.enum(['publish', 'mark-missed'], 'must be publish or mark-missed'), 'publish'),
  label,
  stage,
});

/** Halt publishing in every workspace of a stage, or in those with a label. Returns when no post is sent any more, with a summary. */
export async function haltStage(args: string[], { folder, warn }: CliContext): Promise<string> {
  const input = parseOptions(HaltOptions, parseArguments(args, ['reason', 'label', 'stage'], HALT_USAGE), HALT_USAGE);
  await useTarget({ stage: input.stage, folder });
  await ensureIndex((line) => warn(`${line} npm run pause stops publishing in the meantime.`));
  let [halted, added] = [0, 0];
  // The index misses a workspace of the last second, and others are created during the first pass: a second pass finds them.
  for (let pass = 1; pass <= 2 || added > 0; pass++) {
    added = await haltWorkspaces(workspaceIds(input.label), input.reason);
    halted += added;
  }
  return [
    `Publishing is halted in ${halted} workspaces that were not halted by an operator before. No post is sent any more.`,
    'npm run workspace -- resume ends it. Workspaces that are created, or receive the label, from now on are not halted: run the command again.',
  ].join('\n');
}

/** Resume publishing in every workspace that an operator has halted, or in those with a label. Returns a summary. */
export async function resumeStage(args: string[], { folder, warn }: CliContext): Promise<string> {
  const given = parseArguments(args, ['spread-minutes', 'missed', 'label', 'stage'], RESUME_USAGE);
  const { missed, label, stage, ...input } = parseOptions(ResumeOptions, given, RESUME_USAGE);
  await useTarget({ stage, folder });
  await ensureIndex(warn);
  const minutes = Number(input['spread-minutes']);
  const policy = missed === 'publish' ? 'publish' : 'mark_missed';
  const resumed = await resumeWorkspaces(workspaceIds(label), { missed: policy, spread_seconds: minutes * 60 });
  const happens =
    policy === 'publish'
      ? `are published within ${minutes} minutes in each workspace, and no faster than the platforms allow`
      : 'fail with the error missed, and can be retried';
  return `Publishing is resumed in ${resumed} workspaces. The posts that were due in the meantime ${happens}.`;
}
