import * as z from 'zod/mini';
import { defineExtensions } from '../problems/define-extensions.ts';
import { PERMISSIONS } from './permission.ts';

export const extensions = defineExtensions({
  required_permissions: {
    of: {
      insufficient_scope: 'the required permissions. Any one is sufficient; to grant permissions, all are required.',
    },
    schema: z.array(z.enum(PERMISSIONS)),
  },
  current: { of: { invalid_state_transition: 'the current state.' }, example: 'published' },
  requested: { of: { invalid_state_transition: 'the requested state.' }, example: 'draft' },
  allowed: { of: { invalid_state_transition: 'the states the object can change to.' }, schema: z.array(z.string()) },
});
