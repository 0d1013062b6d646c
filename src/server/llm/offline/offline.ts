import { setTimeout as pause } from 'node:timers/promises'
import type { ModelProvider, ModelRequest } from '../provider.ts'
import { chooseCalls } from './choose-calls.ts'
import { composeAnswer, composeTurn } from './compose-answer.ts'
import { composePost } from './compose-post.ts'
import { tellResults } from './tell-results.ts'

/** Milliseconds between two words, similar to a model's. */
const PAUSE_MS = 16

/**
 * Decision 18: answers without a model, word by word like one. Of tools that are offered it uses its few by simple rules
 * (record 0080), once for each text of a person: after results it answers, whatever they are.
 */
export function createOfflineEngine({ pauseMs = PAUSE_MS }: { pauseMs?: number } = {}): ModelProvider {
  return async function* answerOffline(request, signal) {
    const told = request.offered ? tellResults(request) : null
    const calls = told === null ? chooseCalls(request) : []
    if (calls.length > 0) {
      yield { type: 'calls', calls }
      yield { type: 'end', reason: 'stop' }
      return
    }
    const text = told ?? composed(request)
    if (request.messages.some(({ pictures = [] }) => pictures.length > 0)) yield { type: 'unseen' }
    for (const word of text.trimEnd().match(/\s*\S+/g) ?? []) {
      await pause(/[.,:;!?]$/.test(word) ? pauseMs * 2.5 : pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      yield { type: 'words', text: word }
    }
    yield { type: 'end', reason: 'stop' }
  }
}

function composed({ agent, messages, said, sources, post, turn }: ModelRequest): string {
  if (post) return composePost(agent, post)
  return turn ? composeTurn(agent, turn) : composeAnswer(agent, messages, said, sources)
}
