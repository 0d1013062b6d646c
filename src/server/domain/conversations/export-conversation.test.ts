import { expect, test } from 'vitest'
import { citedAs } from '../../../../test/mixed-parts.ts'
import { type Conversation, conversationSchema } from '../../../shared/chat/conversations.ts'
import type { Message, ReplyState } from '../../../shared/chat/messages.ts'
import { exportConversation } from './export-conversation.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const time = (minute: number) => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString()

const question = (number: number, parent: number | null, content: string): Message => ({
  id: uuid(number),
  parentId: parent === null ? null : uuid(parent),
  number,
  createdAt: time(number),
  role: 'user',
  content,
})

const reply = (number: number, parent: number, content: string, state: ReplyState = 'finished'): Message => ({
  ...question(number, parent, content),
  role: 'assistant',
  state,
  cutShort: false,
  forgotten: 0,
  repliedAt: null,
})

const conversation = (messages: Message[], leaf: number, title = 'About light'): Conversation => ({
  id: uuid(900),
  agentId: uuid(901),
  agentName: 'Ada_1',
  agentImageUrl: '/images/default.webp',
  agentAnswers: true,
  title,
  modelRef: null,
  state: 'finished',
  createdAt: time(0),
  updatedAt: time(50),
  activeLeaf: uuid(leaf),
  messages,
})

const tree = [
  question(1, null, 'What is *light*?'),
  reply(2, 1, 'A wave.'),
  reply(3, 1, '# A particle\n\n- small'),
  question(4, 3, '<b>Both?</b>'),
  reply(5, 4, 'Look:\n```js\nlet a', 'stopped'),
]

test('Markdown has the path that is shown, each message as it was said under who said it and when', () => {
  const { body, filename, contentType } = exportConversation(conversation(tree, 5), 'markdown')
  expect({ filename, contentType }).toEqual({
    filename: 'About light.md',
    contentType: 'text/markdown; charset=utf-8',
  })
  expect(body).toBe(`# About light

A conversation with Ada\\_1, begun 2026-01-02 03:00 UTC

The answers were written by an AI. They can be wrong.

## You · 2026-01-02 03:01 UTC

What is *light*?

## Ada\\_1 · 2026-01-02 03:03 UTC

# A particle

- small

## You · 2026-01-02 03:04 UTC

<b>Both?</b>

## Ada\\_1 · 2026-01-02 03:05 UTC

Look:
\`\`\`js
let a
\`\`\`

_The reply was stopped._
`)
})

test.each([
  ['running', '_The reply was still running._'],
  ['interrupted', '_The reply was interrupted._'],
  ['failed', '_The reply failed._'],
] as const)('a reply that is %s says so, also without a word', (state, note) => {
  const messages = [question(1, null, 'Hello?'), reply(2, 1, '', state)]
  const { body } = exportConversation(conversation(messages, 2), 'markdown')
  expect(body.endsWith(`## Ada\\_1 · 2026-01-02 03:02 UTC\n\n${note}\n`)).toBe(true)
})

test('JSON has the whole tree, as the API gives it', () => {
  const whole = conversation(tree, 2)
  const { body, filename, contentType } = exportConversation(whole, 'json')
  expect({ filename, contentType }).toEqual({
    filename: 'About light.json',
    contentType: 'application/json',
  })
  expect(conversationSchema.parse(JSON.parse(body))).toEqual(whole)
})

test.each([
  ['../../etc/passwd', 'etc passwd.md'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
  [' . .', 'Conversation.md'],
  ['CON', 'Conversation.md'],
  ['com1.txt', 'Conversation.md'],
  ['Console', 'Console.md'],
  ['Trick \u202egnp.exe', 'Trick gnp.exe.md'],
  ['漢字 👩‍👧 Übung', '漢字 👩‍👧 Übung.md'],
])('the title %j makes a harmless name', (title, filename) => {
  expect(exportConversation(conversation(tree, 5, title), 'markdown').filename).toBe(filename)
})

test('what was thought stands before what was said, as it is: nothing in it ends its block', () => {
  const thought = 'Is it **light**?\n```\nno end'
  const thinking: Message = {
    ...reply(2, 1, 'A wave.'),
    role: 'assistant',
    state: 'finished',
    cutShort: false,
    forgotten: 0,
    repliedAt: null,
    parts: [
      { kind: 'reasoning', text: thought },
      { kind: 'text', text: 'A ' },
      { kind: 'reasoning', text: 'Sure.' },
      { kind: 'text', text: 'wave.' },
    ],
  }
  const sent = conversation([question(1, null, 'What?'), thinking], 2)
  const { body } = exportConversation(sent, 'markdown')
  expect(body).toContain(`### Reasoning\n\n\`\`\`\`text\n${thought}\n\nSure.\n\`\`\`\`\n\nA wave.\n`)
  expect(conversationSchema.parse(JSON.parse(exportConversation(sent, 'json').body))).toEqual(sent)
})

test('what a reply cites stands below it with its words, numbers that it was not given nowhere', () => {
  const citing: Message = {
    ...reply(2, 1, 'At dusk [1, 9]. See `list[1]` [9].'),
    role: 'assistant',
    state: 'finished',
    cutShort: false,
    forgotten: 0,
    repliedAt: null,
    parts: [
      {
        kind: 'sources',
        id: 1,
        revision: 1,
        sources: [citedAs(1, { name: 'A_b.pdf', quote: '# Lamps\n[9] *lit* at dusk' })],
      },
      { kind: 'text', text: 'At dusk [1, 9]. See `list[1]` [9].' },
    ],
  }
  const sent = conversation([question(1, null, 'When?'), citing], 2)
  const { body } = exportConversation(sent, 'markdown')
  expect(body).toContain(
    'At dusk [1]. See `list[1]`.\n\n### Sources\n\n**[1]** A\\_b.pdf, page 2\n\n> \\# Lamps\n> \\[9\\] \\*lit\\* at dusk\n',
  )
  expect(conversationSchema.parse(JSON.parse(exportConversation(sent, 'json').body))).toEqual(sent)
})
