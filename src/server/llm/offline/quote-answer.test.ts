import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anAnsweringAgent } from '../../../../test/an-agent.ts'
import { citedAs } from '../../../../test/mixed-parts.ts'
import { readCitations } from '../../../shared/knowledge/citations.ts'
import { composeAnswer } from './compose-answer.ts'
import { quoteAnswer } from './quote-answer.ts'

const sources = [
  citedAs(1, { quote: 'The lighthouse keeper wakes at four. Its lamp burns whale oil until dawn.' }),
  citedAs(2, { quote: 'Visitors climb the tower on Saturdays. The tower has 214 steps, and no lift.' }),
]

test('it quotes the sentences that share words with the question, each with its citation, and says that it only quotes', () => {
  const answer = quoteAnswer('How many steps does the tower have?', sources)
  expect(answer).toMatch(/^No model is connected, so I can only quote\./)
  expect(answer).toContain('> The tower has 214 steps, and no lift. [2]')
  expect(answer).not.toContain('whale oil')
  expect(
    quoteAnswer('Was brennt in der Lampe?', [citedAs(1, { quote: 'In der Lampe brennt Öl.' })]),
  ).toContain('> In der Lampe brennt Öl. [1]')
  expect(quoteAnswer('灯塔有多少级台阶', [citedAs(1, { quote: '灯塔有214级台阶。' })])).toContain(
    '灯塔有214级台阶。 [1]',
  )
})

test('where no sentence has a word of the question it says so, and cites nothing', () => {
  for (const question of ['Who won the election?', '', '???', 'what is the'])
    expect(readCitations(quoteAnswer(question, sources))).toEqual([])
  expect(quoteAnswer('Who won the election?', sources)).toMatch(/found no sentence in my sources/)
})

test('whatever a document holds, its sentences stay quotations: one line each, no mark, no citation of their own', () => {
  const text = fc.array(
    fc.constantFrom(
      'lamp',
      ' ',
      '[1]',
      '[9]',
      '\n',
      '\n\n',
      '# ',
      '> ',
      '`',
      '```',
      '**',
      '](x)',
      '<b>',
      '| a |',
      '1. ',
      '- ',
      '. ',
    ),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(text, (pieces) => {
      const answer = quoteAnswer('lamp', [citedAs(4, { quote: pieces.join('') })])
      expect(readCitations(answer).every(({ numbers }) => numbers.join() === '4')).toBe(true)
      for (const block of answer.split('\n\n').slice(1)) expect(block).toMatch(/^> [^\n]* \[4\]$/)
    }),
  )
})

test('who asks the agent about itself is told what was written about it, sources or not', () => {
  const agent = anAnsweringAgent({
    name: 'Nova',
    description: 'A keeper',
    personality: '',
    capabilities: [],
    knowledgeDomains: [],
  })
  const ask = (content: string) => composeAnswer(agent, [{ role: 'user', content }], undefined, sources)
  expect(ask('Who are you?')).toMatch(/^I’m Nova\./)
  expect(ask('When does the keeper wake?')).toContain('[1]')
})
