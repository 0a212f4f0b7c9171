// Replaces the adapters of other platforms in a bundle that publishes on one.

export const connector = undefined;
export const parseWebhook = undefined;
export const publisher = undefined;
