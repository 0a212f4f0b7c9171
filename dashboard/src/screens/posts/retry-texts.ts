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
    const [threads, are] = interrupted === 1 ? ['thread', 'is'] : [`${interrupted} threads`, 'are'];
    return {
      title: `Resume the ${threads}?`,
      confirm: 'Resume now',
      explanation: 'The parts that are not live are sent now, as they are saved. No part is sent twice.',
      done: `The ${threads} ${are} resumed.`,
    };
  }
  const count = failed + interrupted;
  return {
    title: count === 1 ? 'Retry the failed target?' : `Retry the ${count} targets?`,
    confirm: 'Retry now',
    explanation:
      'The post is sent again now, as it is saved. A target or a part that may already be published is not sent again, so nothing is published twice.',
    done: count === 1 ? 'The target is sent again.' : `${count} targets are sent again.`,
  };
}
