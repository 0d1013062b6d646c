/** What can't be calculated, as a sentence for whoever asked. */
export class CalculationProblem extends Error {}

/** In lowest terms, with a positive denominator. */
export interface Rational {
  n: bigint
  d: bigint
}

/** Of a numerator and of a denominator. */
export const MOST_DIGITS = 10_000
const MOST_BITS = Math.ceil(MOST_DIGITS * Math.log2(10))

/** In products of bits: a third of a second on a slow core, which most calculations use nothing of. */
const MOST_WORK = 3e9

/** Refuses, before they are computed, what would be too long and what would take too long. */
export class Work {
  #left = MOST_WORK

  spend(units: number): void {
    this.#left -= units
    if (this.#left < 0) throw new CalculationProblem('This takes too long to calculate exactly.')
  }

  /** @param bits of the result, at most */
  hold(bits: number): void {
    if (!(bits <= MOST_BITS))
      throw new CalculationProblem(`A number on the way would have more than ${MOST_DIGITS} digits.`)
    this.spend(bits)
  }
}

export function bitsOf(integer: bigint): number {
  const hexadecimal = (integer < 0n ? -integer : integer).toString(16)
  return hexadecimal.length * 4 - Math.clz32(Number.parseInt(hexadecimal.slice(0, 1), 16)) + 28
}

export const integer = (n: bigint): Rational => ({ n, d: 1n })
export const zero = integer(0n)
export const one = integer(1n)

/** @throws {CalculationProblem} if the denominator is 0 */
export function fraction(n: bigint, d: bigint, work: Work): Rational {
  if (d === 0n) throw new CalculationProblem('It divides by zero.')
  if (d < 0n) return fraction(-n, -d, work)
  if (d === 1n) return { n, d }
  work.spend(bitsOf(n) * bitsOf(d))
  const common = greatestCommon(n < 0n ? -n : n, d)
  return { n: n / common, d: d / common }
}

export function add(a: Rational, b: Rational, work: Work): Rational {
  work.hold(Math.max(bitsOf(a.n) + bitsOf(b.d), bitsOf(b.n) + bitsOf(a.d)) + 1)
  work.hold(bitsOf(a.d) + bitsOf(b.d))
  return fraction(a.n * b.d + b.n * a.d, a.d * b.d, work)
}

export const negate = ({ n, d }: Rational): Rational => ({ n: -n, d })

export function multiply(a: Rational, b: Rational, work: Work): Rational {
  work.hold(bitsOf(a.n) + bitsOf(b.n))
  work.hold(bitsOf(a.d) + bitsOf(b.d))
  return fraction(a.n * b.n, a.d * b.d, work)
}

/** @throws {CalculationProblem} for 0 */
export function invert({ n, d }: Rational): Rational {
  if (n === 0n) throw new CalculationProblem('It divides by zero.')
  return n < 0n ? { n: -d, d: -n } : { n: d, d: n }
}

export function compare(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function floorOf({ n, d }: Rational): bigint {
  const quotient = n / d
  return n < 0n && quotient * d !== n ? quotient - 1n : quotient
}

/** Halves go away from zero. */
export function roundOf({ n, d }: Rational): bigint {
  const away = (2n * (n < 0n ? -n : n) + d) / (2n * d)
  return n < 0n ? -away : away
}

/** @param exponent may be negative */
export function power(base: Rational, exponent: bigint, work: Work): Rational {
  if (exponent < 0n) return power(invert(base), -exponent, work)
  const { n, d } = base
  if (d === 1n && (n === 0n || n === 1n)) return exponent === 0n ? one : base
  if (d === 1n && n === -1n) return exponent % 2n === 0n ? one : base
  // An exponent that is no number becomes Infinity, which is held to be too long.
  work.hold(logarithm(n * n > d * d ? (n < 0n ? -n : n) : d) * Number(exponent))
  return { n: n ** exponent, d: d ** exponent }
}

/** The largest integer whose power is not above the given one, which is not negative. */
export function integerRoot(of: bigint, degree: bigint): bigint {
  if (of < 2n) return of
  // Newton's steps come down from a first guess that is right but for its last digits, and never below the root.
  const log2 = logarithm(of) / Number(degree)
  const shift = Math.max(0, Math.floor(log2) - 50)
  let root = (BigInt(Math.ceil(2 ** (log2 - shift) * (1 + 1e-9))) + 1n) << BigInt(shift)
  for (;;) {
    const next = ((degree - 1n) * root + of / root ** (degree - 1n)) / degree
    if (next >= root) return root
    root = next
  }
}

/** To the base of 2. */
function logarithm(of: bigint): number {
  const shift = Math.max(0, bitsOf(of) - 64)
  return Math.log2(Number(of >> BigInt(shift))) + shift
}

function greatestCommon(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
