import * as z from 'zod/mini'
import { tooLong } from '../../../../shared/text/plain-text.ts'
import { toolLimits } from '../../../../shared/tools/tool-states.ts'
import { calculate } from './calculator/evaluate-expression.ts'
import { MOST_CHARACTERS } from './calculator/parse-expression.ts'
import { CalculationProblem } from './calculator/rational.ts'
import { writeNumber } from './calculator/write-number.ts'
import { defineTool, failed, noMarks } from './define-tool.ts'

const expression = z
  .string('“expression” is a text.')
  .check(z.maxLength(MOST_CHARACTERS, tooLong('A calculation', MOST_CHARACTERS)))

/** A calculation that is longer is not repeated with its result. */
const REPEATED_CHARACTERS = 200

export const calculator = defineTool({
  name: 'calculator',
  description: [
    'Calculates exactly, with fractions and as many digits as it takes. Use it for every calculation that matters.',
    'Numbers: 12, 0.5, 1.5e-7, without separators of thousands. Signs: + - * / ^ and parentheses; a % b is the remainder, with the sign of b; -2^2 is -4.',
    'Functions: sqrt(x), abs(x), min(a, b, …), max(a, b, …), round(x) or round(x, places) with halves away from zero, floor(x), ceil(x). Constants: pi, e.',
    'Per cent are written as fractions: 20 per cent of 50 is 20/100*50. There are no variables and no other functions.',
  ].join(' '),
  parameters: {
    type: 'object',
    properties: {
      expression: { type: 'string', description: 'The calculation, such as (1250.40 - 99) * 12 / 7' },
    },
    required: ['expression'],
    additionalProperties: false,
  },
  schema: z.object({ expression }),
  kind: 'pure',
  marks: noMarks,
  run: (args) => {
    const given = args.expression.trim()
    try {
      const { sign, text, note } = writeNumber(calculate(given))
      const result = `${given.length > REPEATED_CHARACTERS ? '' : `${given} `}${sign} ${text}${note ? ` (${note})` : ''}`
      if (result.length > toolLimits.resultCharacters) return failed('The result is too long to write.')
      return { kind: 'done', text: result }
    } catch (error) {
      if (error instanceof CalculationProblem) return failed(error.message)
      throw error
    }
  },
})
