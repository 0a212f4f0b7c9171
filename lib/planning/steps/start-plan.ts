import type { ItemPlan } from '../../content/planning/item-plan.ts';

type Given = 'purpose' | 'workspaceId' | 'contentId' | 'author' | 'request' | 'before' | 'nowMs' | 'newId';

/** Start the plan of an item with what a request gives. The contributions of the features and the caller fill in the rest. */
export function startPlan(given: Pick<ItemPlan, Given> & Partial<ItemPlan>): ItemPlan {
  const { request, before } = given;
  const { platforms = before?.content.platforms ?? [], accounts, ...fields } = request;
  return {
    keepsTexts: false,
    platforms,
    accountIds: accounts,
    accounts: undefined,
    fields: fields as ItemPlan['fields'],
    time: null,
    slot: null,
    createdLabels: [],
    settings: null,
    defaults: {},
    after: null,
    warnings: [],
    writes: [],
    ...given,
  };
}
