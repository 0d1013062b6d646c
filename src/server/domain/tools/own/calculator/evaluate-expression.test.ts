import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isExact } from './enclosure.ts'
import { calculate } from './evaluate-expression.ts'
import { CalculationProblem, compare, integer } from './rational.ts'
import { significant, writeNumber } from './write-number.ts'

const exact = (text: string) => {
  const value = calculate(text)
  expect([text, isExact(value)]).toEqual([text, true])
  return value.low
}
const told = (text: string) => {
  const { sign, text: number } = writeNumber(calculate(text))
  return `${sign} ${number}`
}

test.each([
  ['2+2', '= 4'],
  ['0.1 + 0.2', '= 0.3'],
  ['-2^2', '= -4'],
  ['(-2)^2', '= 4'],
  ['2^3^2', '= 512'],
  ['2^-3', '= 0.125'],
  ['10-4-3', '= 3'],
  ['100/10/5', '= 2'],
  ['-7 % 3', '= 2'],
  ['7 % (-3)', '= -2'],
  ['7.5 % 2', '= 1.5'],
  ['1/3', '= 1/3'],
  ['1/3 + 1/6', '= 0.5'],
  ['1.5e3 × 2 ÷ 3 − 1', '= 999'],
  ['.5 + 1. + 2E-1', '= 1.7'],
  ['2**10', '= 1024'],
  ['+3 - -3', '= 6'],
  ['round(2.5) + round(-2.5)', '= 0'],
  ['round(1234.5678, 2)', '= 1234.57'],
  ['round(1250, -2)', '= 1300'],
  ['floor(-1.5)', '= -2'],
  ['ceil(-1.5)', '= -1'],
  ['MAX(1, 2/3, abs(-4))', '= 4'],
  ['min(sqrt(2), 1.5, pi)', '≈ 1.41421356237309504880168872420969807857'],
  ['sqrt(9/16)', '= 0.75'],
  ['8^(1/3)', '= 2'],
  ['(4/9)^-1.5', '= 3.375'],
  ['sqrt(2)', '≈ 1.41421356237309504880168872420969807857'],
  ['sqrt(2) * sqrt(8)', '≈ 4'],
  ['1/3*10^-50', '= 1/300000000000000000000000000000000000000000000000000'],
  ['99.999 * 0', '= 0'],
])('%s %s', (text, result) => {
  expect(told(text)).toBe(result)
})

test('what is not exact says how many of its digits are certain, and what may be zero is not said to be a number', () => {
  expect(writeNumber(calculate('pi')).note).toBe('rounded to 40 significant digits, all of them certain')
  expect(writeNumber(calculate('1/7')).note).toBe(
    '0.1428571428571428571428571428571428571429 as a decimal, rounded to 40 significant digits, since it does not end',
  )
  expect(writeNumber(calculate('sqrt(2)^2 - 2'))).toMatchObject({
    sign: '≈',
    text: '0',
    note: expect.stringMatching(/^it lies between -\S+e-1\d\d and \S+e-1\d\d, which may be zero$/),
  })
  // Nearly all working digits cancel out.
  expect(writeNumber(calculate('sqrt(10^200 + 1) - 10^100')).note).toMatch(
    /^rounded to 2\d significant digits, all of them certain$/,
  )
  expect(() => calculate('floor(sqrt(2)^2)')).toThrow('too near to the border between two results')
})

test('the constants are right to their last digit', () => {
  const scale = 10n ** 140n
  const arctangent = (of: bigint) => {
    let [sum, power] = [0n, scale / of]
    for (let n = 0n; power !== 0n; n++, power /= of * of)
      sum += (n % 2n === 0n ? power : -power) / (2n * n + 1n)
    return sum
  }
  let [e, term] = [0n, scale]
  for (let n = 1n; term !== 0n; n++) [e, term] = [e + term, term / n]
  const pi = 4n * (4n * arctangent(5n) - arctangent(239n))
  for (const [name, known] of Object.entries({ pi, e })) {
    const { low, high } = calculate(name)
    expect(compare(low, { n: known, d: scale })).toBe(-1)
    expect(compare(high, { n: known, d: scale })).toBe(1)
  }
})

describe('properties', () => {
  const big = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n })

  test('whole numbers are calculated as BigInt does', () => {
    fc.assert(
      fc.property(big, big, fc.bigInt({ min: 0n, max: 40n }), (a, b, small) => {
        expect(exact(`(${a}) + (${b})`)).toEqual(integer(a + b))
        expect(exact(`(${a}) - (${b})`)).toEqual(integer(a - b))
        expect(exact(`(${a}) * (${b})`)).toEqual(integer(a * b))
        expect(exact(`(${a}) ^ ${small}`)).toEqual(integer(a ** small))
        expect(exact(`sqrt((${a})^2)`)).toEqual(integer(a < 0n ? -a : a))
        expect(exact(`max(${a}, ${b}) + min(${a}, ${b})`)).toEqual(integer(a + b))
        if (b === 0n) return
        const rest = a % b
        expect(exact(`(${a}) % (${b})`)).toEqual(
          integer(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest),
        )
        expect(exact(`(${a}) / (${b}) * (${b})`)).toEqual(integer(a))
        expect(exact(`floor((${a}) / (${b}))`)).toEqual(integer((a - (((a % b) + b) % b)) / b))
      }),
    )
  })

  test('a decimal that is told is the number itself, and one that is rounded is off by half of its last digit at most', () => {
    const decimal = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: -40, max: 40 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`)
    fc.assert(
      fc.property(decimal, fc.bigInt({ min: 1n, max: 10n ** 12n }), (text, divisor) => {
        const value = exact(text)
        expect(exact(writeNumber(calculate(text)).text)).toEqual(value)
        const quotient = calculate(`${text} / ${divisor}`)
        const rounded = significant(quotient.low, 20)
        const last = Number((/e(-?\d+)$/.exec(exponential(rounded)) ?? [])[1]) - 19
        const { low: off } = calculate(`abs(${text} / ${divisor} - ${rounded}) - 5e${last - 1}`)
        expect(off.n <= 0n).toBe(true)
      }),
    )
  })

  test('a root lies between the two numbers that are told to be around it, however large or small', () => {
    const base = fc
      .tuple(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.integer({ min: -300, max: 300 }))
      .map(([digits, exponent]) => `${digits}e${exponent}`)
    fc.assert(
      fc.property(base, fc.integer({ min: 2, max: 9 }), (text, degree) => {
        const { low, high } = calculate(`(${text})^(1/${degree})`)
        const value = exact(text)
        const power = ({ n, d }: { n: bigint; d: bigint }) => ({
          n: n ** BigInt(degree),
          d: d ** BigInt(degree),
        })
        expect(compare(power(low), value)).toBeLessThanOrEqual(0)
        expect(compare(power(high), value)).toBeGreaterThanOrEqual(0)
        expect(significant(low, 100)).toBe(significant(high, 100))
      }),
      { numRuns: 60 },
    )
  })

  test('whatever the text, there is a result or a sentence', () => {
    const piece = fc.constantFrom(
      ...['1', '0', '2.5', '1e9', '1e-400', '999999999', '+', '-', '*', '/', '%', '^', '(', ')', ',', ' '],
      ...['sqrt(', 'abs(', 'min(', 'round(', 'floor(', 'pi', 'e', 'x', '.', '１', '\u0000', '🙂', '**', '\n'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          expect(writeNumber(calculate(pieces.join(''))).text).not.toBe('')
        } catch (error) {
          expect(error).toBeInstanceOf(CalculationProblem)
          expect((error as Error).message).toMatch(/^[A-Z][^\n]*\.$/s)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

/** So that its exponent can be read. */
function exponential(text: string): string {
  if (text.includes('e')) return text
  const [whole = '', decimals = ''] = text.split('.')
  if (whole !== '0') return `e${whole.length - 1}`
  return `e${-(decimals.length - decimals.replace(/^0+/, '').length) - 1}`
}

describe('hostile calculations', () => {
  const fractions = (count: number) => Array.from({ length: count }, (_, i) => `1/${i * 7919 + 1}`).join('+')
  const refused: [string, RegExp][] = [
    ['10^10^10', /more than 10000 digits/],
    ['9^9^9', /more than 10000 digits/],
    ['2^-(10^10)', /more than 10000 digits/],
    ['(1/3)^(10^5000)', /more than 10000 digits/],
    ['sqrt(2)^(10^5000)', /more than 10000 digits|too long/],
    ['2^(1/10^9)', /degree of at most/],
    ['1e999999999999', /more than 10000 digits/],
    ['1e-999999999999', /more than 10000 digits/],
    ['1e9999*1e9999', /more than 10000 digits/],
    [`${'('.repeat(1_500)}1${')'.repeat(1_500)}`, /nested more than 100 deep/],
    [`${'-'.repeat(3_000)}1`, /nested more than 100 deep/],
    [`${'2^'.repeat(1_500)}1`, /nested more than 100 deep/],
    [`${'sqrt('.repeat(700)}2`, /nested more than 100 deep/],
    [`${'1+'.repeat(500_000)}1`, /more than 4000 characters/],
    ['9'.repeat(1_000_000), /more than 4000 characters/],
    [fractions(380), /too long to calculate/],
    [`${'(1/3)^(1/399)*'.repeat(250)}1`, /too long to calculate/],
    [`${'sqrt(10^9000-1)*'.repeat(200)}1`, /digits|too long/],
    ['1/0', /divides by zero/],
    ['5 % 0', /divides by zero/],
    ['0^-1', /divides by zero/],
    ['1/(sqrt(2)^2-2)', /can’t be told from zero/],
    ['sqrt(-1)', /root of a negative number/],
    ['50% - 3', /20 per cent as \(20\/100\)/],
    ['1,234 + 1', /without separators/],
    ['process(1)', /“process” is not known/],
    ['constructor(1)', /“constructor” is not known/],
    ['2(3)', /a sign such as/],
    ['(1', /“\)” is missing/],
    ['', /ends where a number should stand/],
  ]
  test('what would be too long, too deep or has no value is refused with a sentence', () => {
    for (const [text, message] of refused) {
      expect(() => calculate(text), text.slice(0, 60)).toThrow(message)
    }
  })

  const long = [
    `${'1+'.repeat(1_900)}1`,
    `${'1.5*'.repeat(900)}1`,
    '1'.repeat(4_000),
    '2^33000',
    '1/2^30000',
    '3^-10000 * 3^10000',
    '(7/3)^(399/400)',
    `${'sqrt(2)*'.repeat(400)}1`,
  ]
  test('what is only long is calculated all the same', () => {
    for (const text of long) {
      expect(writeNumber(calculate(text)).text).not.toBe('')
    }
  })
})
