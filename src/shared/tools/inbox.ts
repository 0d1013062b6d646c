import * as z from 'zod/mini'
import { callPlaceSchema } from './decisions.ts'
import { toolPartSchema } from './tool-fields.ts'
import { toolLimits } from './tool-states.ts'

/**
 * Of one person: how much a list has at most, and how many browsers are told. All that waits is in the list: agents that
 * ask at the same moment, and what was taken over from another wallet, go beyond what may wait.
 */
export const inboxLimits = {
  waiting: 2 * toolLimits.waiting,
  ended: 50,
  grants: 500,
  browsers: 10,
} as const

/** A call that waits for whoever asks: a decision, an answer, a sign-in, or whether it happened. */
const waitingItemSchema = z.object({
  place: callPlaceSchema,
  part: toolPartSchema,
  agentId: z.nullable(z.uuid()),
  agentName: z.string(),
  /** The title of the conversation, the name of the realm or the task of the run. */
  where: z.string(),
  since: z.iso.datetime(),
})
export type WaitingItem = z.infer<typeof waitingItemSchema>

/** A reply that ended after its person had left, or a call that was settled without them. */
const endedItemSchema = z.object({
  place: callPlaceSchema,
  agentId: z.nullable(z.uuid()),
  agentName: z.string(),
  where: z.string(),
  what: z.enum(['finished', 'failed', 'expired']),
  at: z.iso.datetime(),
})
export type EndedItem = z.infer<typeof endedItemSchema>

export const inboxSchema = z.object({
  waiting: z.array(waitingItemSchema),
  ended: z.array(endedItemSchema),
})
export type Inbox = z.infer<typeof inboxSchema>

/** What every page shows: how many calls wait. */
export const inboxCountSchema = z.object({ waiting: z.int() })

/** Minutes of the day in the person's zone; `from` may be after `to`, over midnight. Null for never. */
const quietHoursSchema = z.nullable(
  z.strictObject({
    from: z.int().check(z.gte(0), z.lt(1_440)),
    to: z.int().check(z.gte(0), z.lt(1_440)),
    zone: z.string().check(z.maxLength(64)),
  }),
)
export const inboxSettingsSchema = z.strictObject({ quiet: quietHoursSchema })
export type InboxSettings = z.infer<typeof inboxSettingsSchema>

/** With the browsers that are told: each by the SHA-256 of its endpoint, in hexadecimal. */
export const shownInboxSettingsSchema = z.object({ quiet: quietHoursSchema, browsers: z.array(z.string()) })
export type ShownInboxSettings = z.infer<typeof shownInboxSettingsSchema>

/** What a browser's push service gave (RFC 8030, RFC 8291). */
export const pushSubscriptionSchema = z.strictObject({
  endpoint: z.string().check(z.maxLength(2_048), z.startsWith('https://')),
  keys: z.strictObject({
    p256dh: z.string().check(z.maxLength(200)),
    auth: z.string().check(z.maxLength(100)),
  }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionSchema>

export const pushEndpointSchema = z.strictObject({ endpoint: z.string().check(z.maxLength(2_048)) })
/** The point with which browsers subscribe, in base64url (RFC 8292). */
export const pushKeySchema = z.object({ key: z.string() })
