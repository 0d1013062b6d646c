import { setTimeout as pause } from 'node:timers/promises'
import type { ModelProvider } from '../provider.ts'
import { composeAnswer, composeTurn } from './compose-answer.ts'
import { composePost } from './compose-post.ts'

/** Milliseconds between two words, similar to a model's. */
const PAUSE_MS = 16

/** Decision 18: answers without a model, word by word like one. */
export function createOfflineEngine({ pauseMs = PAUSE_MS }: { pauseMs?: number } = {}): ModelProvider {
  return async function* answerOffline({ agent, messages, said, sources, post, turn }, signal) {
    const text = post
      ? composePost(agent, post)
      : turn
        ? composeTurn(agent, turn)
        : composeAnswer(agent, messages, said, sources)
    if (messages.some(({ pictures = [] }) => pictures.length > 0)) yield { type: 'unseen' }
    for (const word of text.trimEnd().match(/\s*\S+/g) ?? []) {
      await pause(/[.,:;!?]$/.test(word) ? pauseMs * 2.5 : pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      yield { type: 'words', text: word }
    }
    yield { type: 'end', reason: 'stop' }
  }
}
