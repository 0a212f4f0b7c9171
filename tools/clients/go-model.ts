import type { ClientModel, EnumType } from './model.ts';
import { withSecrets } from './returned-secrets.ts';

/** What an endpoint subscribes to: an event type, or all of them. */
const SUBSCRIBED = 'SubscribedEventType';
const RECEIVED = 'EventType';

/** Return the model of the Go library: types of Go with the same values do not mix, so it has one for events. */
export function goModel(model: ClientModel): ClientModel {
  const { types, ...rest } = withSecrets(model);
  const subscribed = types.find(({ name }) => name === SUBSCRIBED) as EnumType;
  const merged = types
    .filter((type) => type !== subscribed)
    .map((type) => (type.name === RECEIVED ? { ...type, values: subscribed.values } : type));
  const isSubscribed = (value: unknown): value is { name: string } =>
    typeof value === 'object' && value !== null && 'name' in value && value.name === SUBSCRIBED;
  return JSON.parse(JSON.stringify({ ...rest, types: merged }), (_, value: unknown) =>
    isSubscribed(value) ? { ...value, name: RECEIVED } : value,
  ) as ClientModel;
}
