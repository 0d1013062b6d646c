/** What JSON can say. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | {
      readonly [name: string]: Json
    }
/**
 * JSON as RFC 8785 writes it: names in the order of their UTF-16 units, numbers and texts as ECMAScript writes them, no
 * blanks. The same value has the same bytes everywhere, so that they can be hashed.
 * @throws {TypeError} for what has no such form: undefined, numbers that are not finite, halves of surrogate pairs
 */
export declare function canonicalJson(value: unknown): string
//# sourceMappingURL=canonical-json.d.ts.map
