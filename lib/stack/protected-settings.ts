import { type App, CfnOutput, Fn, type Stack } from 'aws-cdk-lib';
import type { Stage } from './stage-settings.ts';

/** Settings whose removal interrupts the service or ends a protection, and which one forgotten `-c settings=` would remove. */
const PROTECTED_SETTINGS = [
  ...(['customDomain', 'dashboardDomain', 'alarmEmail', 'emailSender'] as const),
  ...(['existingData', 'passkeyWorkspaces', 'returnUrls'] as const),
] as const;

type ProtectedSetting = (typeof PROTECTED_SETTINGS)[number];

/** The protected settings that have a value in this deployment, and those whose removal `-c` confirms. */
export interface Protections {
  kept: readonly ProtectedSetting[];
  removed: readonly ProtectedSetting[];
}

/**
 * Read the protected settings of a stage, and the confirmed removals from `-c confirmRemovalOf=customDomain,alarmEmail`.
 * Throws on a confirmation of another setting, or of one that has a value.
 */
export function protectionsOf(app: App, stage: Stage): Protections {
  const kept = PROTECTED_SETTINGS.filter((name) => stage[name] !== null && stage[name] !== 'none');
  const confirmed = String(app.node.tryGetContext('confirmRemovalOf') ?? '');
  const removed = confirmed.split(',').filter((name) => name !== '') as ProtectedSetting[];
  for (const name of removed) {
    const reject = (reason: string) => new Error(`-c confirmRemovalOf=${confirmed}: ${reason}.`);
    if (!PROTECTED_SETTINGS.includes(name)) throw reject(`only ${PROTECTED_SETTINGS.join(', ')} can be confirmed`);
    if (kept.includes(name)) throw reject(`the setting ${name} still has a value`);
  }
  return { kept, removed };
}

/**
 * Export the name of each protected setting from the data stack.
 *
 * CloudFormation rejects to remove an export that another stack imports. A deployment without the setting therefore
 * fails at the data stack, which is deployed first, and changes nothing. This holds for every tool, every machine and
 * every set of credentials, unlike a check in a command. A confirmed removal keeps the export for one deployment, in
 * which the service stack stops importing it. The value is the same for every value of the setting, because an export
 * that is in use cannot change either.
 */
export function exportProtections(data: Stack, { kept, removed }: Protections): void {
  for (const setting of [...kept, ...removed]) {
    new CfnOutput(data, outputId(setting), { value: 'true', exportName: exportName(data, setting) });
  }
}

/** Import the exports of the protected settings that have a value into the service stack. */
export function importProtections(service: Stack, data: Stack, { kept }: Protections): void {
  for (const setting of kept) {
    new CfnOutput(service, outputId(setting), { value: Fn.importValue(exportName(data, setting)) });
  }
}

const outputId = (setting: ProtectedSetting) => `Protected${setting[0]!.toUpperCase()}${setting.slice(1)}`;

/** Build the name of an export. CloudFormation's message contains it when it rejects the removal. */
const exportName = (data: Stack, setting: ProtectedSetting) => `${data.stackName}:confirmRemovalOf-${setting}`;
