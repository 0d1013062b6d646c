import * as z from 'zod/mini'

/**
 * The maker whose agents or realms a list is limited to: a wallet's address. Realm screens load this schema, so it
 * checks the format without decoding.
 */
export const makerSchema = z
  .string('Name one maker.')
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'A maker is named by their wallet’s address.'))
