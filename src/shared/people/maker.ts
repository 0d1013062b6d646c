import * as z from 'zod/mini'
import { isSolanaAddress } from '../session/base58.ts'

/** Whose agents or realms a list is asked for: a wallet's address. */
export const makerSchema = z
  .string('Name one maker.')
  .check(z.refine(isSolanaAddress, 'A maker is named by their wallet’s address.'))
