import type { Schemas } from '../../api/client.ts';
import { joinLabels, parseLabels } from '../../content/label-names.ts';
import { choiceOf, newChoice, type RuleChoice, ruleOf } from './rule-choice.ts';

type Recurrence = Schemas['Recurrence'];
type Platform = Recurrence['platforms'][number];

/** What a person types in the form of a recurrence. */
export interface RecurrenceInput {
  title: string;
  texts: string[];
  accounts: string[];
  labels: string;
  campaign: string;
  choice: RuleChoice;
  startsOn: string;
  time: string;
  zone: string;
  excluded: string[];
  cooldown: string;
  from: string;
}

/** Return the input of a recurrence, or of a new one that begins today, `2027-01-04`. */
export function inputOf(recurrence: Recurrence | null, today: string, zone: string, from = today): RecurrenceInput {
  if (!recurrence) {
    const post = { title: '', texts: [''], accounts: [], labels: '', campaign: '', excluded: [], cooldown: '' };
    return { ...post, choice: newChoice(today), startsOn: today, time: '09:00', zone, from };
  }
  const { title, description, variations, accounts, labels, campaign, evergreen } = recurrence;
  const { rule, starts_on, time, time_zone, excluded_dates } = recurrence;
  return {
    ...{ title, texts: variations.length > 0 ? variations : [description ?? ''], accounts },
    ...{ labels: joinLabels(labels), campaign: campaign ?? '', excluded: excluded_dates },
    ...{ choice: choiceOf(rule, starts_on), startsOn: starts_on, time, zone: time_zone, from },
    cooldown: evergreen ? String(evergreen.cooldown_posts) : '',
  };
}

/** An account that can be chosen. */
type Choosable = { id: string; platform: Platform };

/** What a recurrence publishes on. A platform without one of the accounts uses its default account. */
type Destinations = Pick<Recurrence, 'platforms' | 'accounts'>;

/**
 * Return the body of the request for an input. One text is the description, several are variations. The platforms are
 * those of the accounts, and those for whose default account the recurrence is. Without accounts, which a member may not
 * see, they stay as they are. A deleted account stays, so that its posts do not move to the default account.
 */
export function bodyOf(input: RecurrenceInput, accounts: readonly Choosable[], known: Destinations) {
  const texts = input.texts.map((text) => text.trim()).filter(Boolean);
  const chosen = accounts.filter(({ id }) => input.accounts.includes(id));
  const named = accounts.filter(({ id }) => known.accounts.includes(id)).map(({ platform }) => platform);
  const byDefault = known.platforms.filter((platform) => accounts.length === 0 || !named.includes(platform));
  const platforms = [...new Set([...chosen.map(({ platform }) => platform), ...byDefault])];
  const isConnected = (each: string) => accounts.some(({ id }) => id === each);
  const kept = input.accounts.filter((id) => isConnected(id) || known.accounts.includes(id));
  const destinations = accounts.length === 0 ? {} : { accounts: kept };
  return {
    title: input.title.trim(),
    ...(texts.length > 1 ? { variations: texts } : { variations: [], description: texts[0] ?? null }),
    platforms,
    ...destinations,
    labels: parseLabels(input.labels),
    campaign: input.campaign.trim() || null,
    ...calendarOf(input),
    evergreen: input.cooldown.trim() === '' ? null : { cooldown_posts: Number(input.cooldown) },
  };
}

/** Return what a preview of the dates needs. */
export function calendarOf({ choice, startsOn, time, zone, excluded }: RecurrenceInput) {
  // A date that is being typed is empty.
  const excluded_dates = [...new Set(excluded.filter(Boolean))];
  return { rule: ruleOf(choice), starts_on: startsOn, time, time_zone: zone, excluded_dates };
}
