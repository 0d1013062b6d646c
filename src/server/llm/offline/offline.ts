import { setTimeout as pause } from 'node:timers/promises'
import type { ModelProvider } from '../provider.ts'
import { composeAnswer, composeTurn } from './compose-answer.ts'
import { composePost } from './compose-post.ts'

/** About the pace of a model: the mean wait between two words, in milliseconds. */
const PAUSE_MS = 16

/**
 * Decision 18: who answers where no model is. It tells what the agent's own fields say, word by word
 * as a model would, and of everything else that no model is connected.
 */
export function createOfflineEngine({ pauseMs = PAUSE_MS }: { pauseMs?: number } = {}): ModelProvider {
  return async function* answerOffline({ agent, messages, said, post, turn }, signal) {
    const text = post
      ? composePost(agent, post)
      : turn
        ? composeTurn(agent, turn)
        : composeAnswer(agent, messages, said)
    for (const word of text.trimEnd().match(/\s*\S+/g) ?? []) {
      // A pause at the end of a clause, as in speech.
      await pause(/[.,:;!?]$/.test(word) ? pauseMs * 2.5 : pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      yield { type: 'words', text: word }
    }
    yield { type: 'end', reason: 'stop' }
  }
}
