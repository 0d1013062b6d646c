export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** RFC 8785: one text for a value, whatever the order in which its fields were written. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).filter(([, of]) => of !== undefined)
  // Compares UTF-16 code units, as the RFC wants it.
  const sorted = fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, of]) => `${JSON.stringify(name)}:${canonicalJson(of as Json)}`).join(',')}}`
}
