import type { ToolCall } from '../../../llm/provider.ts'
import { invalidRequest } from './errors.ts'
import { type ClientMessage, textOf } from './read-messages.ts'
import type { InputItem, ResponseRequest } from './responses-schemas.ts'

/** Reads the input of a response as messages: instructions first, and calls that follow each other as one message. */
export function inputMessages({ input, instructions }: ResponseRequest): ClientMessage[] {
  const messages: ClientMessage[] = []
  if (instructions) messages.push({ role: 'system', text: instructions, at: 'instructions' })
  if (typeof input === 'string') return [...messages, { role: 'user', text: input, at: 'input' }]
  let calls: ToolCall[] | undefined
  for (const [index, item] of input.entries()) {
    const at = `input[${index}]`
    if ('role' in item) {
      messages.push(messageOf(item, at))
      calls = undefined
    } else if (item.type === 'function_call') {
      const call = { id: item.call_id, name: item.name, arguments: item.arguments }
      if (calls) calls.push(call)
      else {
        calls = [call]
        messages.push({ role: 'assistant', text: '', calls, at })
      }
    } else if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', text: wordsOf(item.output, at), callId: item.call_id, at })
      calls = undefined
    }
  }
  return messages
}

function messageOf(item: Extract<InputItem, { role: string }>, at: string): ClientMessage {
  const { role, content } = item
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: wordsOf(content, at), at }
    case 'assistant':
      return { role, text: wordsOf(content, at), at }
    case 'user': {
      const pictures =
        typeof content === 'string'
          ? []
          : content.flatMap((part) => (part.type === 'input_image' ? part.image_url : []))
      return { role, text: textOf(content), at, ...(pictures.length > 0 && { pictures }) }
    }
    default:
      return role satisfies never
  }
}

/**
 * The text where models take no images. One that was left out unsaid would be taken for one that was seen.
 * @throws {Failure} `validation_failed` for an image
 */
function wordsOf(content: Parameters<typeof textOf>[0], at: string): string {
  if (typeof content !== 'string' && content.some(({ type }) => type === 'input_image'))
    throw invalidRequest('Images are taken in messages of the user alone. Send this as text.', at)
  return textOf(content)
}
