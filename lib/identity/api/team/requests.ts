import * as z from 'zod/mini';
import { ROLE_NAMES } from '../../../core/api/permission.ts';
import { permissions as permissionList } from '../../../core/api/request-fields.ts';

export const role = z.enum(ROLE_NAMES);

export const permissions = permissionList.check(
  z.minLength(1),
  z.describe('Must be a subset of the permissions of the role. Defaults to all of them.'),
);
