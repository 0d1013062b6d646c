import { expect, test } from 'vitest'
import { crisisRemark, soundsLikeCrisis } from './crisis.ts'

test.each([
  'I want to die.',
  'sometimes i think about killing myself',
  'I don’t want to live anymore',
  'Ich will nicht mehr leben',
  'quiero morirme',
  'j’ai envie de mourir',
  'Voglio morire',
  'não quero mais viver',
  'я хочу умереть',
  'ölmek istiyorum',
  'أريد أن أموت',
  '我不想活了',
  '死にたい',
  '죽고 싶어',
])('%s: somebody may be in danger', (text) => expect(soundsLikeCrisis(text)).toBe(true))

test.each([
  'How do I kill a process on Linux?',
  'My phone died and I want to diet',
  'Which dyes are safe to use at home?',
  'Explain the life cycle of stars until they end their life',
  'Ich will sterbende Sterne sehen',
  'What is assisted living?',
  '',
])('%s: nobody is', (text) => expect(soundsLikeCrisis(text)).toBe(false))

test('a long text is material', () => {
  expect(soundsLikeCrisis(`${'A chapter of a novel. '.repeat(200)} I want to die.`)).toBe(false)
})

test('the remark names the page by its whole address where that is known', () => {
  expect(crisisRemark('https://bionic.example')).toContain('https://bionic.example/crisis')
  expect(crisisRemark(undefined)).toContain('the page /crisis of this place')
})
