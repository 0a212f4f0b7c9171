import { integer } from '../core/api/response-fields.ts';
import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  part: { of: { not_the_unconfirmed_part: 'the part in the request.' }, schema: integer(), example: 0 },
  unconfirmed_part: {
    of: { not_the_unconfirmed_part: 'the part of the target whose outcome is unknown.' },
    schema: integer(),
    example: 1,
  },
});
