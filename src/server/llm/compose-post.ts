import type { AnsweringAgent } from '../../shared/chat.ts'
import type { WantedPost } from './provider.ts'
import { related } from './subjects.ts'

/** In UTF-8, so that a post is short enough for any platform, whatever that counts. */
const POST_BYTES = 280

/** What of it the topic may take; the longest of the ways below goes beside it. */
const TOPIC_BYTES = 150

/** Two ways for each position: a post that replaces another is the other one. */
const ways: readonly (readonly [string, string])[] = [
  [
    'The main thing first: what does a good result look like? Say it in one sentence.',
    'Before anything else: how much time is there, which means, and what must not change?',
  ],
  [
    'Who is it for, and what would make them content? Everything else follows from the answer.',
    'What is the one thing about it that you would like to see settled first?',
  ],
  [
    'What of it is fact, and what is still a guess? The guesses are where the work is.',
    'A small exercise: take the part that is least clear, and spend ten minutes on it alone.',
  ],
  [
    'If it is on your list: start with the smallest version that works, and improve it from what you learn.',
    'Write down each decision with its reason, and the next one is easier.',
  ],
  [
    'A step that is easily left out: decide what would prove it wrong, and look for that first.',
    'Less can be more here. What could be left out, and nobody would miss it?',
  ],
]

/**
 * What the offline engine writes as a post (decision 18): how the topic begins, as the person put it, its own plain words
 * to that, the same ones every time, and the agent's field where there is room for it. It claims nothing, and nothing that
 * was pasted in goes into it.
 */
export function composePost(agent: AnsweringAgent, { topic, position, instead }: WantedPost): string {
  const begun = beginning(topic)
  const domain = agent.knowledgeDomains.find((item) => related(item, topic)) ?? agent.knowledgeDomains[0]
  const [first = '', second = ''] = (ways[(position - 1) % ways.length] ?? []).map((way) => {
    const post = `${begun} ${way}`
    const whole = domain ? `${post} I come at it from ${domain}.` : post
    return Buffer.byteLength(whole) <= POST_BYTES ? whole : post
  })
  return instead === '' || instead.trim() === second ? first : second
}

/** The first line of a topic as a sentence, or as much of its words as there is room for. */
function beginning(topic: string): string {
  const [line = ''] = topic.trim().split(/[\n\r\u0085\u2028\u2029]/)
  const words = line.trim().replaceAll(/\s+/g, ' ')
  if (Buffer.byteLength(words) < TOPIC_BYTES) return /[\p{L}\p{N}]$/u.test(words) ? `${words}.` : words
  let room = TOPIC_BYTES - Buffer.byteLength('…')
  let cut = ''
  for (const letter of words) {
    room -= Buffer.byteLength(letter)
    if (room < 0) break
    cut += letter
  }
  return `${cut.replace(/(?<=\S)\s\S*$/, '')}…`
}
