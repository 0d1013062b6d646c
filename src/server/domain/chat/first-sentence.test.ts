import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

// §7.5
test.each([
  ['You are a helpful AI assistant.', 'You are a helpful AI assistant.'],
  ['You are Nova. You explain physics.', 'You are Nova.'],
  ['  You are Nova!  Really.', 'You are Nova!'],
  ['Who are you? You are Nova.', 'Who are you?'],
  ['You are version 2.5 of Nova. More.', 'You are version 2.5 of Nova.'],
  ['You are Dr. Smith, a teacher. You teach.', 'You are Dr. Smith, a teacher.'],
  ['You are N.O.V.A. the guide. Next.', 'You are N.O.V.A. the guide.'],
  ['You are a pirate\n\nSpeak in a casual tone.', 'You are a pirate'],
  ['You are a pirate', 'You are a pirate'],
  ['你是一位老师。你很耐心。', '你是一位老师。'],
  ['', ''],
  [' \n ', ''],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})
