import {
  type Enclosure,
  exactly,
  isExact,
  minus,
  product,
  quotient,
  raised,
  remainder,
  rootOf,
  signOf,
  sum,
  wholeOf,
} from './enclosure.ts'
import {
  type ConstantName,
  type Expression,
  type FunctionName,
  type Operator,
  parseExpression,
} from './parse-expression.ts'
import {
  CalculationProblem,
  compare,
  floorOf,
  fraction,
  integer,
  MOST_DIGITS,
  type Rational,
  roundOf,
  Work,
  zero,
} from './rational.ts'

type Calculate<Values extends readonly Enclosure[]> = (...given: [...Values, Work]) => Enclosure

const operations: Record<Operator, Calculate<[Enclosure, Enclosure]>> = {
  '+': sum,
  '-': (left, right, work) => sum(left, minus(right), work),
  '*': product,
  '/': quotient,
  '%': remainder,
  '^': raised,
}

const PLACES = 120
const constants: Record<ConstantName, string> = {
  pi: '3141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067982148086513282306647',
  e: '2718281828459045235360287471352662497757247093699959574966967627724076630353547594571382178525166427427466391932003059921',
}

const functions: Record<FunctionName, { values: readonly [number, number]; of: Calculated }> = {
  sqrt: { values: [1, 1], of: ([value], work) => rootOf(value, 2n, work) },
  abs: { values: [1, 1], of: ([value]) => absolute(value) },
  min: { values: [1, 100], of: (values) => values.reduce((one, other) => lesser(one, other)) },
  max: {
    values: [1, 100],
    of: (values) => minus(values.map(minus).reduce((one, other) => lesser(one, other))),
  },
  round: { values: [1, 2], of: ([value, places = exactly(zero)], work) => rounded(value, places, work) },
  floor: { values: [1, 1], of: ([value]) => whole(value, floorOf) },
  ceil: { values: [1, 1], of: ([value]) => minus(whole(minus(value), floorOf)) },
}
type Calculated = (values: [Enclosure, ...Enclosure[]], work: Work) => Enclosure

/**
 * What the text comes to, without rounding.
 * @throws {CalculationProblem} if it can't be read, has no value, or would be too long or take too long
 */
export function calculate(text: string): Enclosure {
  return resultOf(parseExpression(text), new Work())
}

function resultOf(expression: Expression, work: Work): Enclosure {
  switch (expression.kind) {
    case 'number':
      return exactly(numberOf(expression.text, work))
    case 'constant': {
      const digits = BigInt(constants[expression.name])
      const scale = 10n ** BigInt(PLACES)
      return { low: { n: digits, d: scale }, high: fraction(digits + 1n, scale, work) }
    }
    case 'minus':
      return minus(resultOf(expression.of, work))
    case 'operation': {
      const [left, right] = [resultOf(expression.left, work), resultOf(expression.right, work)]
      return operations[expression.operator](left, right, work)
    }
    case 'call':
      return called(expression, work)
    default:
      return expression satisfies never
  }
}

function called({ name, values }: Extract<Expression, { kind: 'call' }>, work: Work): Enclosure {
  const [first, ...others] = values.map((value) => resultOf(value, work))
  const { values: counts, of } = functions[name]
  if (first === undefined || values.length < counts[0] || values.length > counts[1])
    throw new CalculationProblem(
      `${name}() takes ${counts[0]} to ${counts[1]} values, and has ${values.length}.`,
    )
  return of([first, ...others], work)
}

function numberOf(text: string, work: Work): Rational {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [before = '', decimals = ''] = mantissa.split('.')
  const places = Number(exponent) - decimals.length
  if (!(Math.abs(places) + before.length <= MOST_DIGITS))
    throw new CalculationProblem(`A number in it has more than ${MOST_DIGITS} digits.`)
  const digits = BigInt(before + decimals)
  const scale = 10n ** BigInt(Math.abs(places))
  return places >= 0 ? integer(digits * scale) : fraction(digits, scale, work)
}

function absolute(value: Enclosure): Enclosure {
  const sign = signOf(value)
  if (sign !== null) return sign < 0 ? minus(value) : value
  const { high } = minus(value)
  return { low: zero, high: compare(value.high, high) < 0 ? high : value.high }
}

function lesser(one: Enclosure, other: Enclosure): Enclosure {
  if (compare(one.high, other.low) <= 0) return one
  if (compare(other.high, one.low) <= 0) return other
  return {
    low: compare(one.low, other.low) < 0 ? one.low : other.low,
    high: compare(one.high, other.high) < 0 ? one.high : other.high,
  }
}

function whole(value: Enclosure, of: (value: Rational) => bigint): Enclosure {
  return exactly(integer(wholeOf(value, of)))
}

/** Halves go away from zero. */
function rounded(value: Enclosure, places: Enclosure, work: Work): Enclosure {
  const { n, d } = places.low
  if (!isExact(places) || d !== 1n || n > 1_000n || n < -1_000n)
    throw new CalculationProblem('round() takes a whole number of decimal places, from -1000 to 1000.')
  const scale = raised(exactly(integer(10n)), places, work)
  return quotient(whole(product(value, scale, work), roundOf), scale, work)
}
