/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/**
 * JSON as RFC 8785 writes it: names in the order of their UTF-16 units, numbers and texts as ECMAScript writes them, no
 * blanks. The same value has the same bytes everywhere, so that they can be hashed.
 * @throws {TypeError} for what has no such form: undefined, numbers that are not finite, halves of surrogate pairs
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return text(value)
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('A number that is not finite has no canonical JSON.')
      return JSON.stringify(value)
    case 'boolean':
      return String(value)
    case 'object':
      return value === null ? 'null' : compound(value)
    default:
      throw new TypeError(`What is ${typeof value} has no canonical JSON.`)
  }
}

function compound(value: object): string {
  // Holes of an array are undefined here, and so are refused.
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('Only plain objects have canonical JSON.')
  // The order of `sort` without a comparison is that of UTF-16 units.
  const names = Object.keys(value).sort()
  const members = names.map(
    (name) => `${text(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`,
  )
  return `{${members.join(',')}}`
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('Half of a surrogate pair has no canonical JSON.')
  return JSON.stringify(value)
}
