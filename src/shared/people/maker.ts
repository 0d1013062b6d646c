import * as z from 'zod/mini'

/** Whose agents or realms a list is asked for: a wallet's address. Screens of realms load this, so it decodes nothing. */
export const makerSchema = z
  .string('Name one maker.')
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'A maker is named by their wallet’s address.'))
