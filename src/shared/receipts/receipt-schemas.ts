import * as z from 'zod/mini'
import { RECEIPT_FORMAT } from './receipt-file.ts'

const time = z.iso.datetime()

const disclosedSchema = z.array(z.nullable(z.object({ salt: z.string(), value: z.unknown() })))

/** What a person downloads of a reply; `receipt-file.ts` says what it means, and reads it without this. */
export const receiptSchema = z.object({
  format: z.literal(RECEIPT_FORMAT),
  leaf: z.string(),
  disclosed: z.object({
    question: disclosedSchema,
    parts: disclosedSchema,
    tools: disclosedSchema,
    consents: disclosedSchema,
  }),
  proof: z.string(),
  keys: z.array(z.string()),
  since: z.nullable(z.object({ size: z.int(), hashes: z.array(z.string()) })),
})

/** The reply is not in the record yet: it will be in a second. */
export const waitingReceiptSchema = z.object({ state: z.literal('waiting') })

export const receiptQuerySchema = z.object({
  /** The size of an older checkpoint, from which on the receipt is to prove that nothing was rewritten. */
  since: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
})

export const publishedKeysSchema = z.object({
  /** Of the record; null until a server has made its first key. */
  name: z.nullable(z.string()),
  /** As verifier keys of C2SP signed notes, oldest first. Those that sign no more have an end. */
  keys: z.array(z.object({ key: z.string(), since: time, until: z.nullable(time) })),
})
export type PublishedKeys = z.infer<typeof publishedKeysSchema>
