import * as z from 'zod/mini'

/** A wallet's address, checked without decoding, since realm screens load this schema. */
export const makerSchema = z
  .string('Name one maker.')
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'A maker is named by their wallet’s address.'))
