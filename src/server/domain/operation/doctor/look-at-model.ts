import { unstoredAgent } from '../../../../shared/agents/agent-fields.ts'
import { safeMessage } from '../../../base/describe-error.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'
import { type Advice, fault, ok, warn } from './advice.ts'

/** Until the first word. */
const PATIENCE_MS = 20_000
const SLOW_MS = 5_000

/** Asks the place's model one real question of a few words, which costs as much. */
export async function lookAtModel({ engine, ask }: ChatEngine, patienceMs = PATIENCE_MS): Promise<Advice> {
  if (engine.kind === 'offline')
    return warn(
      'model.answer',
      'No model is set, so the offline engine answers.',
      'Set OPENAI_API_KEY or OPENAI_BASE_URL, or run npm run model.',
    )
  const began = performance.now()
  const stop = AbortSignal.timeout(patienceMs)
  const mend = 'Check the key, the address and CHAT_MODEL, and what the provider says of its state.'
  try {
    const question = { role: 'user', content: 'Say the one word: ready.' } as const
    const agent = unstoredAgent({ name: 'Doctor' })
    for await (const event of ask({ agent, messages: [question], maxTokens: 16 }, stop)) {
      if (event.type !== 'words' && event.type !== 'reasoning') continue
      const took = performance.now() - began
      const says = `The model ${'model' in engine ? engine.model : ''} says its first word after ${(took / 1000).toFixed(2)} s. One short question was paid for.`
      return took <= SLOW_MS
        ? ok('model.answer', says)
        : warn('model.answer', says, 'Choose a faster model, or one that is nearer.')
    }
    return fault('model.answer', 'The model answers without a word.', mend)
  } catch (error) {
    if (stop.aborted)
      return fault('model.answer', `The model said nothing within ${patienceMs / 1000} s.`, mend)
    return fault('model.answer', `The model can not be used: ${safeMessage(error)}`, mend)
  }
}
