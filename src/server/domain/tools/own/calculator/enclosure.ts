import {
  add,
  bitsOf,
  CalculationProblem,
  compare,
  floorOf,
  fraction,
  integer,
  integerRoot,
  invert,
  multiply,
  negate,
  one,
  power,
  type Rational,
  type Work,
} from './rational.ts'

/**
 * A number between two rationals, which are the same object if it is known exactly. A root that is not rational lies
 * between two that are, and whatever is calculated with it lies between the results: every digit told is certain.
 */
export interface Enclosure {
  low: Rational
  high: Rational
}

/** Significant digits of what is not exact. */
const WORKING_DIGITS = 120
const MOST_DEGREE = 400n

export const exactly = (value: Rational): Enclosure => ({ low: value, high: value })
export const isExact = ({ low, high }: Enclosure): boolean => low === high

export function sum(a: Enclosure, b: Enclosure, work: Work): Enclosure {
  return between(a, b, (left, right) => add(left, right, work), work)
}

export function minus({ low, high }: Enclosure): Enclosure {
  return low === high ? exactly(negate(low)) : { low: negate(high), high: negate(low) }
}

export function product(a: Enclosure, b: Enclosure, work: Work): Enclosure {
  return between(a, b, (left, right) => multiply(left, right, work), work)
}

export function quotient(a: Enclosure, b: Enclosure, work: Work): Enclosure {
  if (!isExact(b) && signOf(b) === null)
    throw new CalculationProblem('It divides by what can’t be told from zero.')
  const inverse = isExact(b) ? exactly(invert(b.low)) : { low: invert(b.high), high: invert(b.low) }
  return product(a, inverse, work)
}

/** By the floor of the quotient, so that the result has the sign of the divisor. */
export function remainder(a: Enclosure, b: Enclosure, work: Work): Enclosure {
  const times = wholeOf(quotient(a, b, work), floorOf)
  return sum(a, minus(product(b, exactly(integer(times)), work)), work)
}

/** @throws {CalculationProblem} if both ends have other results, as when it can't be told on which side of one it is */
export function wholeOf({ low, high }: Enclosure, whole: (value: Rational) => bigint): bigint {
  const [below, above] = [whole(low), whole(high)]
  if (below !== above)
    throw new CalculationProblem('It rounds what is too near to the border between two results.')
  return below
}

/** Null if it may be zero or have either sign. */
export function signOf({ low, high }: Enclosure): number | null {
  const sign = Math.sign(Number(low.n > 0n) - Number(low.n < 0n))
  const other = Math.sign(Number(high.n > 0n) - Number(high.n < 0n))
  return sign === other && (sign !== 0 || low === high) ? sign : null
}

/** Of a base with an exact exponent: whole powers, and roots of what is not negative. */
export function raised(base: Enclosure, exponent: Enclosure, work: Work): Enclosure {
  if (!isExact(exponent)) throw new CalculationProblem('An exponent has to be a fraction of whole numbers.')
  const { n, d } = exponent.low
  const root = d === 1n ? base : rootOf(base, d, work)
  if (isExact(root)) return exactly(power(root.low, n, work))
  const whole = wholePower(root, n < 0n ? -n : n, work)
  return n < 0n ? quotient(exactly(one), whole, work) : whole
}

/** By squares, each of them rounded. */
function wholePower(base: Enclosure, exponent: bigint, work: Work): Enclosure {
  let result = exactly(one)
  for (const bit of exponent.toString(2)) {
    result = product(result, result, work)
    if (bit === '1') result = product(result, base, work)
  }
  return result
}

/** Exact if the root is rational. */
export function rootOf(of: Enclosure, degree: bigint, work: Work): Enclosure {
  if (degree > MOST_DEGREE) throw new CalculationProblem(`A root has a degree of at most ${MOST_DEGREE}.`)
  if (of.low.n < 0n)
    throw new CalculationProblem(
      of.high.n < 0n ? 'It takes a root of a negative number.' : 'It takes a root of what may be negative.',
    )
  if (isExact(of)) {
    const [n, d] = [wholeRoot(of.low.n, degree, work), wholeRoot(of.low.d, degree, work)]
    if (n ** degree === of.low.n && d ** degree === of.low.d) return exactly({ n, d })
  }
  return { low: nearRoot(of.low, degree, 0n, work), high: nearRoot(of.high, degree, 1n, work) }
}

/** @param above 0 for a rational that is not above the root, 1 for one that is not below it */
function nearRoot({ n, d }: Rational, degree: bigint, above: bigint, work: Work): Rational {
  // So many decimal places that the root has all working digits, however small it is.
  const small = Math.max(0, bitsOf(d) - bitsOf(n)) * Math.log10(2)
  const places = BigInt(WORKING_DIGITS + Math.ceil(small / Number(degree)) + 2)
  const scaled = (n * 10n ** (places * degree)) / d
  return fraction(wholeRoot(scaled, degree, work) + above, 10n ** places, work)
}

function wholeRoot(of: bigint, degree: bigint, work: Work): bigint {
  work.spend(bitsOf(of) ** 2 / 32)
  return integerRoot(of, degree)
}

function between(
  a: Enclosure,
  b: Enclosure,
  of: (left: Rational, right: Rational) => Rational,
  work: Work,
): Enclosure {
  if (isExact(a) && isExact(b)) return exactly(of(a.low, b.low))
  const ends = [of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)].sort(compare)
  return rounded({ low: ends[0] as Rational, high: ends[3] as Rational }, work)
}

/** Outwards, so that what is not exact stays short. */
function rounded({ low, high }: Enclosure, work: Work): Enclosure {
  return { low: shortened(low, 0n, work), high: shortened(high, 1n, work) }
}

function shortened(value: Rational, above: bigint, work: Work): Rational {
  if (value.n === 0n || bitsOf(value.d) <= 4 * WORKING_DIGITS) return value
  const size = (bitsOf(value.d) - bitsOf(value.n)) * Math.log10(2)
  const places = Math.max(0, WORKING_DIGITS + Math.ceil(size) + 2)
  work.hold(bitsOf(value.n) + places * Math.log2(10))
  const scale = 10n ** BigInt(places)
  return fraction(floorOf({ n: value.n * scale, d: value.d }) + above, scale, work)
}
