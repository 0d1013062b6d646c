import * as z from 'zod/mini'
import { isVisible, toPlainText } from '../../../../shared/text/plain-text.ts'
import type { ToolQuestion } from '../../../../shared/tools/tool-fields.ts'
import { ANSWERED } from '../told-calls.ts'
import type { GivenAnswer, ToolOutcome } from '../tool.ts'
import { defineTool, failed, noMarks } from './define-tool.ts'

const choice = z
  .string('A choice is a text.')
  .check(
    z.trim(),
    z.minLength(1, 'A choice is empty.'),
    z.maxLength(200, 'A choice has at most 200 characters.'),
  )

const schema = z.object({
  question: z
    .string('“question” is a text.')
    .check(
      z.trim(),
      z.minLength(1, 'The question is empty.'),
      z.maxLength(2_000, 'A question has at most 2,000 characters.'),
    ),
  choices: z.optional(
    z.array(choice, '“choices” is a list of texts.').check(
      z.minLength(2, 'There are at least 2 choices; leave them out to get an answer in words.'),
      z.maxLength(12, 'There are at most 12 choices.'),
      z.refine((choices) => new Set(choices).size === choices.length, 'A choice stands there twice.'),
    ),
  ),
})

export const askPerson = defineTool({
  name: 'ask_person',
  description: [
    'Asks the person who talks with you one question, and waits for the answer, which may take days.',
    'Use it where you can’t go on without knowing what they want: with choices where there are a few, else for an answer in their own words.',
    'Never ask for a password, a key or a seed phrase.',
  ].join(' '),
  parameters: {
    type: 'object',
    properties: {
      question: { type: 'string', description: 'One question, in the language of the person' },
      choices: {
        type: 'array',
        description: '2 to 12 short answers to choose from; leave it out for an answer in words',
        items: { type: 'string' },
        minItems: 2,
        maxItems: 12,
      },
    },
    required: ['question'],
    additionalProperties: false,
  },
  schema,
  kind: 'asks',
  marks: noMarks,
  run: ({ question, choices }, _context, _signal, answer) =>
    answer ? told(answer) : { kind: 'input', question: questionOf(question, choices) },
})

function questionOf(text: string, choices: readonly string[] | undefined): ToolQuestion {
  const shown = toPlainText(text)
  return choices
    ? { kind: 'choice', text: shown, choices: choices.map(toPlainText) }
    : { kind: 'text', text: shown }
}

/** The page sends the words as `answer`, chosen or written. */
function told({ action, content = {} }: GivenAnswer): ToolOutcome {
  if (action === 'decline')
    return { kind: 'done', text: 'The person does not want to answer this. Go on without the answer.' }
  if (action === 'cancel')
    return {
      kind: 'done',
      text: 'The person closed the question without an answer. Do not ask it again now.',
    }
  const { answer } = content
  if (typeof answer !== 'string' || !isVisible(answer)) return failed('The answer of the person is empty.')
  return { kind: 'done', text: `${ANSWERED}${answer.trim()}` }
}
