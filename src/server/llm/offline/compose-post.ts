import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { WantedPost } from '../provider.ts'

/** In UTF-8, so that a post is short enough for any platform. */
const NAME_BYTES = 60
const TOPIC_BYTES = 80

/** Says that it is a placeholder, because it may be copied from the screen that says so (decision 18). */
export function composePost(agent: AnsweringAgent, { topic, position }: WantedPost): string {
  const [line = ''] = topic.trim().split(/[\n\r\v\f\u0085\u2028\u2029]/)
  return (
    `Draft ${position}, a form without a model: no model is connected, so ${shorten(agent.name, NAME_BYTES)} can’t ` +
    `write about “${shorten(line, TOPIC_BYTES)}”.`
  )
}

function shorten(text: string, bytes: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (Buffer.byteLength(line) <= bytes) return line
  let room = bytes - Buffer.byteLength('…')
  let cut = ''
  for (const letter of line) {
    room -= Buffer.byteLength(letter)
    if (room < 0) break
    cut += letter
  }
  return `${cut.trimEnd()}…`
}
