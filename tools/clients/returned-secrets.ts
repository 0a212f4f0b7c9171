import type { ClientModel, Operation } from './model.ts';

/** Responses that have a generated secret only: the libraries add that of the request, so that each has one. */
const RESULTS = ['WebhookCreated', 'WebhookSecretRotated'];
const DESCRIPTION = 'The signing secret: that of the request, or the generated one, which is returned once.';

/** Return a model whose responses with a signing secret always have one. */
export function withSecrets({ types, ...model }: ClientModel): ClientModel {
  return {
    ...model,
    types: types.map((type) => {
      if (type.kind !== 'object' || !RESULTS.includes(type.name)) return type;
      const fields = type.fields.map((field) =>
        field.name === 'secret' ? { ...field, isRequired: true, description: DESCRIPTION } : field,
      );
      return { ...type, fields };
    }),
  };
}

/** Tell whether an operation returns a signing secret. */
export function returnsSecret({ result }: Operation): boolean {
  return RESULTS.includes(result);
}
