import * as z from 'zod';
import { timeParameter } from '../request-fields.ts';

export const periodFields = {
  period: z.enum(['24h', '7d', '30d', '90d']).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
};
