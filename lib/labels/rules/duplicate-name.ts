import type { ApiError } from '../../core/problems/define-problem.ts';
import { duplicateName } from '../problems.ts';

/** Build the 409 for a name that another one of its kind has, with the id of that one. */
export function duplicateNameError(kind: 'queue' | 'template' | 'label' | 'campaign', id: string): ApiError {
  const resource = kind === 'campaign' ? 'label' : kind;
  return duplicateName(`Another ${kind} of the workspace has this name.`, {
    extensions: { [`${resource}_id`]: id },
  });
}
