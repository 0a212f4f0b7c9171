import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { LABEL_KINDS } from '../../rules/label.ts';

/** A label or a campaign. */
// biome-ignore format: one field per line.
export const LabelResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the label.', examples: ['lbl_01K00000000000000000000000'] })),
  kind: z.enum(LABEL_KINDS).check(z.meta({ description: '`label`: an item can have 20. `campaign`: an item has at most one.', examples: ['label'] })),
  name: z.string().check(z.meta({ description: 'The name, unique among the labels or among the campaigns of the workspace, regardless of case.', examples: ['Product news'] })),
  created_at: timestamp(),
}));

/** The names of the labels of an item, and of its campaign. */
// biome-ignore format: one field per line.
export const labelFields = lazy(() => ({
  labels: z.array(z.string()).check(z.meta({ description: 'The names of the labels.', examples: [['Product news']] })),
  campaign: z.nullable(z.string()).check(z.meta({ description: 'The name of the campaign. Null if there is none.', examples: ['Summer campaign'] })),
}));
