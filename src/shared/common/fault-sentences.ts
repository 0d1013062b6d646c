import * as z from 'zod/mini'

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** What is said of a fault for which its schema has no sentence of its own. */
function faultSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This is missing.'
  switch (issue.code) {
    case 'too_big':
      return `${measured(issue.origin)} is ${issue.inclusive ? 'at most' : 'less than'} ${amount(issue.maximum)}.`
    case 'too_small':
      return `${measured(issue.origin)} is ${issue.inclusive ? 'at least' : 'more than'} ${amount(issue.minimum)}.`
    case 'invalid_value':
      return `This has to be ${either.format(issue.values.map(String))}.`
    default:
      return 'This has the wrong form.'
  }
}

const measured = (origin: string) =>
  origin === 'string' || origin === 'array' ? 'The length of this' : 'This'
const amount = (bound: number | bigint) => bound.toLocaleString('en-US')

// Of all schemas that this program has, and before the words that other packages give Zod when they are loaded.
z.config({ customError: faultSentence })
