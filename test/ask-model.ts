import type { ModelEvent, ModelRequest } from '../src/server/llm/provider.ts'
import { anAnsweringAgent } from './an-agent.ts'

/** A question to a model, where it does not matter which. */
export const modelRequest: ModelRequest = {
  agent: anAnsweringAgent({
    name: 'Nova',
    description: '',
    personality: '',
    capabilities: [],
    knowledgeDomains: [],
  }),
  messages: [
    { role: 'system', content: 'You are Nova.' },
    { role: 'user', content: 'What is light?' },
  ],
}

/** What came of a question: its words and its thoughts, and how it ended or what was thrown. */
export async function modelOutcome(events: AsyncIterable<ModelEvent>) {
  let text = ''
  let reasoning = ''
  let end: string | undefined
  let unseen = false
  let error: unknown
  try {
    for await (const event of events) {
      if (event.type === 'words') text += event.text
      else if (event.type === 'reasoning') reasoning += event.text
      else if (event.type === 'end') end = event.reason
      else if (event.type === 'unseen') unseen = true
    }
  } catch (thrown) {
    error = thrown
  }
  return { text, reasoning: reasoning === '' ? undefined : reasoning, end, error, ...(unseen && { unseen }) }
}
