import type { Platform } from '../platforms/platform.ts';

/** Return the construct id of the publish function of a platform. */
export function publishFunctionId(platform: Platform): string {
  return `OnPublishDue${capitalize(platform)}`;
}

/** Return the construct id of the publish queue of a platform. */
export function publishQueueId(platform: Platform): string {
  return `PublishQueue${capitalize(platform)}`;
}

/** Return the construct id in a logical id, to which the CDK appends eight hexadecimal digits. */
export function constructIdOf(logicalId: string): string {
  return logicalId.replace(/[0-9A-F]{8}$/, '');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
