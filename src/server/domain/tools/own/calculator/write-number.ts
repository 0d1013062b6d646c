import { type Enclosure, isExact, signOf } from './enclosure.ts'
import { bitsOf, MOST_DIGITS, negate, type Rational, roundOf } from './rational.ts'

/** Of decimals that do not end. */
const WRITTEN_DIGITS = 40
/** A fraction that is longer is not written out. */
const FRACTION_CHARACTERS = 400

/** @property sign `=` only where the text is the whole truth */
interface Written {
  sign: '=' | '≈'
  text: string
  /** What a reader has to know of it; null for an exact decimal. */
  note: string | null
}

export function writeNumber(value: Enclosure): Written {
  if (!isExact(value)) return writeInexact(value)
  const exact = exactDecimal(value.low)
  if (exact !== null) return { sign: '=', text: exact, note: null }
  const { n, d } = value.low
  const decimal = significant(value.low, WRITTEN_DIGITS)
  const rounded = `rounded to ${WRITTEN_DIGITS} significant digits`
  if ((bitsOf(n) + bitsOf(d)) * Math.log10(2) > FRACTION_CHARACTERS)
    return { sign: '≈', text: decimal, note: `${rounded}; the exact fraction is too long to write` }
  return { sign: '=', text: `${n}/${d}`, note: `${decimal} as a decimal, ${rounded}, since it does not end` }
}

function writeInexact(value: Enclosure): Written {
  const { low, high } = value
  if (signOf(value) === null) {
    const { n, d } = low
    const [least, most] = [significant({ n, d }, 2), significant(high, 2)]
    return { sign: '≈', text: '0', note: `it lies between ${least} and ${most}, which may be zero` }
  }
  for (let digits = WRITTEN_DIGITS; digits > 0; digits--) {
    const text = significant(low, digits)
    if (text === significant(high, digits))
      return { sign: '≈', text, note: `rounded to ${digits} significant digits, all of them certain` }
  }
  return {
    sign: '≈',
    text: significant(low, 2),
    note: `no digit of it is certain: it lies between ${significant(low, 2)} and ${significant(high, 2)}`,
  }
}

/** Null if it does not end, or only after more digits than are written. */
function exactDecimal({ n, d }: Rational): string | null {
  if (d === 1n) return n.toString()
  const twos = timesIn(d, 2n)
  const fives = timesIn(twos.rest, 5n)
  const places = Math.max(twos.times, fives.times)
  if (fives.rest !== 1n || places > MOST_DIGITS) return null
  const digits = (((n < 0n ? -n : n) * 10n ** BigInt(places)) / d).toString().padStart(places + 1, '0')
  return `${n < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** How often it can be divided by a prime, and what is left then. */
function timesIn(of: bigint, prime: bigint): { times: number; rest: bigint } {
  let [rest, times] = [of, 0]
  for (const step of [256, 1])
    for (const power = prime ** BigInt(step); rest % power === 0n; times += step) rest /= power
  return { times, rest }
}

/** Rounded, halves away from zero, and without zeros at its end. */
export function significant(value: Rational, digits: number): string {
  if (value.n < 0n) return `-${significant(negate(value), digits)}`
  const { n, d } = value
  if (n === 0n) return '0'
  const guess = n.toString().length - d.toString().length
  const isLess = guess >= 0 ? n < d * 10n ** BigInt(guess) : n * 10n ** BigInt(-guess) < d
  const exponent = isLess ? guess - 1 : guess
  const places = digits - 1 - exponent
  const scale = 10n ** BigInt(Math.abs(places))
  const rounded = roundOf(places >= 0 ? { n: n * scale, d } : { n, d: d * scale }).toString()
  // 9.99 becomes 10.0, with a digit more.
  return placed(rounded.replace(/0+$/, ''), exponent + rounded.length - digits)
}

/** @param digits of which the first stands at that power of ten */
function placed(digits: string, exponent: number): string {
  if (exponent < -7 || exponent >= WRITTEN_DIGITS) {
    const [first, rest] = [digits.slice(0, 1), digits.slice(1)]
    return `${first}${rest === '' ? '' : `.${rest}`}e${exponent}`
  }
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const decimals = digits.slice(exponent + 1)
  return decimals === '' ? whole : `${whole}.${decimals}`
}
