import { t } from '../../language/texts.ts';

/** What the dialog of a retry says. */
export interface RetryTexts {
  title: string;
  confirm: string;
  explanation: string;
  /** After the request has succeeded. */
  done: string;
}

/** Return the texts of a retry of targets that have failed, and of threads that were interrupted. */
export function retryTexts(failed: number, interrupted: number): RetryTexts {
  if (failed === 0) {
    return {
      title: t('posts.resumeTitle', { count: interrupted }),
      confirm: t('posts.resumeNow'),
      explanation: t('posts.resumeExplanation'),
      done: t('posts.resumed', { count: interrupted }),
    };
  }
  const count = failed + interrupted;
  return {
    title: t('posts.retryTitle', { count }),
    confirm: t('posts.retryNow'),
    explanation: t('posts.retryExplanation'),
    done: t('posts.retrying', { count }),
  };
}

/** What a person confirms before a retry that may create a second post. */
export interface DuplicateTexts {
  warning: string;
  confirmation: string;
}

/** Return the texts about targets on these platforms that may be live already; null for none. */
export function duplicateTexts(platforms: string[]): DuplicateTexts | null {
  if (platforms.length === 0) return null;
  const names = [...new Set(platforms)].join(', ');
  return {
    warning: t('posts.mayDuplicate', { platforms: names }),
    confirmation: t('posts.haveChecked', { platforms: names }),
  };
}
