import * as z from 'zod/mini';
import { distinct, textSchema } from '../../../core/api/request-fields.ts';
import { isId } from '../../../core/values/id.ts';
import { STAGE_WORKSPACE_ID } from '../../../identity/rules/stage.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { MAX_FILTERED_LABELS, MAX_FILTERED_WORKSPACES } from '../../rules/stage-endpoint.ts';

// biome-ignore format: one field per line.
export const webhookFields = {
  url: z.string().check(z.minLength(1), z.maxLength(2048), z.meta({ description: 'The URL that receives events. Must use https and a public host.', examples: ['https://example.com/hooks'] })),
  events: distinct(z.enum([...EVENT_KINDS, '*']), EVENT_KINDS.length).check(
    z.minLength(1, 'Must contain at least one event type.'),
    z.refine((kinds) => !kinds.includes('*') || kinds.length === 1, 'Must not combine "*" with other event types.'),
  ),
};

/** The fields of an endpoint of the stage. */
// biome-ignore format: one field per line.
export const stageFields = {
  workspaces: z.union([z.literal('*'), distinct(z.string().check(z.maxLength(64), z.refine(isWorkspace, 'Must be the id of a workspace.')), MAX_FILTERED_WORKSPACES).check(z.minLength(1))], { error: 'Must be "*", or a list of ids of workspaces.' }).check(z.meta({ description: 'Of an endpoint of the stage: the ids of the only workspaces whose events it receives. `*`, the default: all that the stage key may name.', examples: ['*'] })),
  labels: z.nullable(distinct(textSchema(50), MAX_FILTERED_LABELS).check(z.minLength(1))).check(z.meta({ description: 'Of an endpoint of the stage: only events with one of these names in `data.labels`, which those of items have: `content.*` and `approval.*`. Null, the default, for all events.', examples: [null] })),
};

function isWorkspace(id: string): boolean {
  return isId('workspace', id) && id !== STAGE_WORKSPACE_ID;
}

export const signingSecret = z.optional(z.string().check(z.maxLength(512)));
