import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { WantedPost } from '../provider.ts'

/** Of UTF-8, which the agent's name and the topic may take, so that a post is short enough for any platform. */
const NAME_BYTES = 60
const TOPIC_BYTES = 80

/**
 * What the offline engine puts where a post would stand (decision 18). It says that it is none, because it may be copied
 * away from the screen that says so; and nothing that was pasted in goes into it.
 */
export function composePost(agent: AnsweringAgent, { topic, position }: WantedPost): string {
  const [line = ''] = topic.trim().split(/[\n\r\v\f\u0085\u2028\u2029]/)
  return (
    `Draft ${position}, a form without a model: no model is connected, so ${shorten(agent.name, NAME_BYTES)} can’t ` +
    `write about “${shorten(line, TOPIC_BYTES)}”.`
  )
}

/** As much of a line as there is room for. */
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
