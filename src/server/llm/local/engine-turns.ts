import type { ModelMessage } from '../provider.ts'
import type { ChatItem } from './engine-library.ts'
import type { EngineTurn } from './engine-protocol.ts'

/**
 * The messages of a request as the templates of small models take them: one system message at the beginning, then
 * person and model in turn. Later instructions stand with the words before which they come.
 */
export function turnsOf(messages: readonly ModelMessage[]): EngineTurn[] {
  const turns: EngineTurn[] = []
  for (const { role, content } of messages) {
    if (content.trim() === '') continue
    const last = turns.at(-1)
    const isOpening = role === 'system' && (last === undefined || last.role === 'system')
    const as = isOpening ? 'system' : role === 'assistant' ? 'assistant' : 'user'
    if (last?.role === as) last.text += `\n\n${content}`
    else turns.push({ role: as, text: content })
  }
  return turns
}

/** With an empty answer at the end, which is the one that is wanted. */
export function chatItemsOf(turns: readonly EngineTurn[]): ChatItem[] {
  const items = turns.map(({ role, text }): ChatItem => {
    switch (role) {
      case 'system':
      case 'user':
        return { type: role, text }
      case 'assistant':
        return { type: 'model', response: [text] }
      default:
        return role satisfies never
    }
  })
  return [...items, { type: 'model', response: [] }]
}
