import { readEmailQuota } from '../../core/aws/email-quota.ts';
import { readKeyState } from '../../core/aws/key-state.ts';
import { settings } from '../../core/config/settings.ts';
import { probeUrl } from '../../core/net/probe-url.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { emailQuotaProblem, keyProblem, linkedInProblem, urlProblem } from './checks.ts';
import { isEveryFiveMinutes } from './every-five-minutes.ts';

const PROBE_TIMEOUT_MS = 5_000;

/**
 * Report how many of these checks fail, every five minutes: the public URLs respond, their certificates last, the KMS key
 * is enabled, the daily quota of emails has room, and the LinkedIn version does not end soon. Usually none fails, and nothing
 * is reported. The log names each.
 */
export async function reportFailedChecks(nowMs: number): Promise<void> {
  if (!settings().hasAlarms || !isEveryFiveMinutes(nowMs)) return;
  const { CHECKED_URLS = '', CHECKED_ENCRYPTION_ARN: keyArn, LINKEDIN_NOTICE_FROM: noticeFrom } = process.env;
  const urls = CHECKED_URLS.split(' ').filter((url) => url !== '');
  const found = await Promise.all([
    ...urls.map((url) => failsTwice(url, async () => urlProblem(await probeUrl(url, PROBE_TIMEOUT_MS), nowMs))),
    keyArn ? failsTwice('key', async () => keyProblem(await readKeyState(keyArn))) : false,
    process.env.CHECKED_SENDER ? failsTwice('email', async () => emailQuotaProblem(await readEmailQuota())) : false,
    noticeFrom ? failsTwice('linkedin', async () => linkedInProblem(noticeFrom, nowMs)) : false,
  ]);
  const failed = found.filter(Boolean).length;
  if (failed > 0) emitMetric('FailedChecks', failed);
}

/** Run a check again when it finds a problem or cannot run, so that one lost response is no failure, and log the second. */
async function failsTwice(check: string, find: () => Promise<string | null>): Promise<boolean> {
  const run = () => find().catch((error: Error) => error.message);
  const problem = (await run()) && (await run());
  if (problem) log.error('check failed', { check, problem });
  return problem !== null;
}
