import { expect, test } from 'vitest'
import { previewOf } from '../src/server/db/conversations/preview.ts'
import { firstSentence } from '../src/server/domain/chat/first-sentence.ts'
import { fileName } from '../src/server/domain/export/exported-file.ts'
import { stripOwnName } from '../src/server/domain/turns/strip-own-name.ts'
import { ServerSentData } from '../src/server/llm/http/server-sent-data.ts'
import { composeAnswer } from '../src/server/llm/offline/compose-answer.ts'
import { newAgentSchema } from '../src/shared/agents/agents.ts'
import { spokenText } from '../src/web/features/chat/messages/reply-announcer.tsx'
import { withoutMarks } from '../src/web/features/realms/message/quoted.ts'
import { countFor } from '../src/web/features/social/count/count-for.ts'
import { endlessClass } from '../src/web/ui/endless.ts'
import { anAnsweringAgent } from './an-agent.ts'

/** Ten times as long as any text of a person or a model may be, and more. */
const LENGTH = 240_000

const agent = anAnsweringAgent({
  name: 'Ada',
  description: 'Explains.',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
})

function withoutName(text: string) {
  const own = stripOwnName('Ada')
  for (const character of text) own.take(character)
}

// Whatever reads its text again for each part of it takes minutes for these, and the test runs out of time.
test.each<[what: string, units: string[], make: (text: string) => unknown]>([
  ['a preview', ['[', '[a](', '> - # 1. '], previewOf],
  ['a first sentence', ['Dr. ', 'Dr.\u00a0', '. '], firstSentence],
  ['the name of a file', ['. a', '. '], (text) => fileName(`a${text}b`, 'Conversation')],
  ['words without a name in front', [' ', '\n', 'Ada:'], withoutName],
  ['words as they are read aloud', ['[', '[a](', '![', '`'], spokenText],
  ['a word without an end', [' ', 'a ', `${'a'.repeat(499)} `], endlessClass],
  ['a quote', ['[', '[a](', '_', '`'], withoutMarks],
  [
    'the offline engine’s answer',
    ['a', 'a or ', ' '],
    (content) => composeAnswer(agent, [{ role: 'user', content: `${content}or` }]),
  ],
  [
    'an agent whose picture is refused',
    ['a.', '.', 'a'],
    (text) => newAgentSchema.safeParse({ ...agent, category: 'neural', imageUrl: `https://${text} ` }),
  ],
  ['the length on X', ['@a.co/', 'a b '], (text) => countFor('x', text)],
  ['the length on X of a word behind a link', ['a'], (text) => countFor('x', `@ä.a.co ${text}`)],
])('of a text of any length and kind there comes %s', (_, units, make) => {
  for (const unit of units) expect(() => make(unit.repeat(LENGTH / unit.length))).not.toThrow()
})

test('an event of a model that comes letter by letter is read as one', () => {
  const words = 'a'.repeat(LENGTH)
  const events = new ServerSentData()
  const found: string[] = []
  const bytes = new TextEncoder().encode(`data: ${words}\r\n\r\n`)
  for (let at = 0; at < bytes.length; at++)
    events.take(bytes.subarray(at, at + 1), (data) => found.push(data))
  events.end((data) => found.push(data))
  expect(found).toEqual([words])
})
