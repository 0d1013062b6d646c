/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  format?: string
}

/** A random number generator with a seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** An integer from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean
}

/** mulberry32: small, and good enough to choose inputs. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    chance: (share) => next() < share,
  }
}

/**
 * Texts that have broken programs: markup, bidirectional and invisible characters, lone surrogates, patterns that
 * backtrack.
 */
const hostileTexts = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e\u2066x',
  '\u200b\u200d',
  "' or 1=1 --",
  '%_\\',
  '%00%ff',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '{{constructor}}',
  '__proto__',
  '-1e309',
  '9007199254740993',
  '2024-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '👩‍👩‍👧‍👦'.repeat(20),
  '>'.repeat(3_000),
  '1. '.repeat(900),
  '*a_'.repeat(1_000),
  '[]('.repeat(1_000),
  '`'.repeat(2_000),
  'a'.repeat(5_000),
]

/**
 * A value that is valid for a schema, as far as the schema describes it; known ids are used where an id is required.
 */
export function validValue(schema: Schema, from: Source, depth = 0): unknown {
  const { random } = from
  if (schema.$ref) return depth > 6 ? null : validValue(from.resolve(schema.$ref), from, depth + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(random.pick(choices), from, depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(part, from, depth + 1)))
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random.chance(0.6))
          .map(([name, property]) => [name, validValue(property, from, depth + 1)]),
      )
    case 'array': {
      const least = schema.minItems ?? 0
      const length = random.between(least, Math.min(schema.maxItems ?? 3, least + 3))
      return Array.from({ length }, () => validValue(schema.items ?? {}, from, depth + 1))
    }
    case 'integer':
    case 'number':
      return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, 1_000_000))
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return validText(schema, from)
  }
}

/** The sources of values. */
export interface Source {
  random: Random
  resolve(reference: string): Schema
  /** The id of something that exists or existed. */
  id(): string
}

function validText({ format, minLength = 0, maxLength = 200 }: Schema, { random, id }: Source): string {
  if (format === 'uuid') return random.chance(0.7) ? id() : randomId(random)
  if (format === 'date-time') return new Date(random.between(0, 4_000_000_000_000)).toISOString()
  if (random.chance(0.15)) return random.pick(hostileTexts).slice(0, maxLength)
  const length = random.chance(0.03)
    ? maxLength
    : random.between(Math.max(1, minLength), Math.min(maxLength, 40))
  return Array.from({ length }, () => random.pick([...'abc déß字👾-_ '])).join('')
}

export function randomId(random: Random): string {
  const digits = (length: number) => Array.from({ length }, () => random.between(0, 15).toString(16)).join('')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`
}

/** The value with one error, or with one unusual part. */
export function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return strangeValue(random)
  if (Array.isArray(value)) return random.chance(0.5) ? [...value, strangeValue(random)] : value.slice(1)
  const names = Object.keys(value)
  const name =
    names.length > 0 && random.chance(0.8) ? random.pick(names) : random.pick(hostileTexts.slice(0, 13))
  const before = (value as Record<string, unknown>)[name]
  if (random.chance(0.2)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
  return { ...value, [name]: random.chance(0.5) ? spoil(before, random) : strangeValue(random) }
}

export function strangeValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(hostileTexts),
    () => random.pick([null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER]),
    () => [],
    () => ({}),
    () => Array.from({ length: random.between(1, 300) }, () => 'x'),
    () =>
      Object.fromEntries(Array.from({ length: random.between(1, 300) }, (_, index) => [`k${index}`, index])),
    () => [[[[[[[[{ a: [null] }]]]]]]]],
  ])()
}

export const hostileText = (random: Random) => random.pick(hostileTexts)
