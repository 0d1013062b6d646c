import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { citedSourceSchema } from '../knowledge/cited-source.ts'
import { realmMessageSchema } from './realm-messages.ts'
import { realmDetailSchema } from './realms.ts'

export const REALTIME_PATH = '/api/realtime'

/** Section 9: for opening a connection and for a response, in milliseconds. */
export const REALTIME_TIMEOUT_MS = 10_000

/** Section 9, in milliseconds. */
export const HEARTBEAT_MS = 30_000

/** Section 9, in milliseconds; the last delay is used for all further attempts. */
export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const

/** Besides the standard ones. For codes from 4000 on, the close reason is a sentence for people. */
export const closeCodes = {
  /** The client sent an invalid frame, or too much at once. */
  violation: 1008,
  /** The server is shutting down; the client should reconnect to another one, or to this one after its restart. */
  restarting: 1012,
  /** The session that the socket was opened with has ended; a reconnecting client is a visitor. */
  signedOut: 4401,
  /** The client sent nothing for more than two heartbeats. */
  silent: 4408,
  /** The client did not read its frames in time. It can reconnect and gets what it missed. */
  tooSlow: 4429,
} as const

/** After the last notice, in milliseconds; clients send one at most every half of that time. */
export const TYPING_MS = 5_000

const realm = z.uuid()

/** Messages are not sent over the socket: `POST /api/realms/{id}/messages` stores them first. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  /** Subscribes to a realm. `after` is the version up to which the client has everything. */
  z.strictObject({ type: z.literal('enter'), realm, after: z.int().check(z.minimum(0)) }),
  z.strictObject({ type: z.literal('leave'), realm }),
  z.strictObject({ type: z.literal('typing'), realm }),
  /** Subscribes to the presence counts of these realms, in place of those watched before. */
  z.strictObject({
    type: z.literal('watch'),
    realms: z.array(realm).check(z.maxLength(4 * limits.listPageMax)),
  }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

const presenceSchema = z.object({
  /** The first hundred wallets, each once. */
  people: z.array(z.string()),
  peopleCount: z.int(),
  visitors: z.int(),
})
export type Presence = z.infer<typeof presenceSchema>

/** `enter` is answered by `entered`, `realm`, `log`, `presence` and changes; or `begin-anew`, `gone`, `banned` or `refused`. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  /** Whether this wallet is muted here, and until when if that is known; sent again when that changes. */
  z.object({
    type: z.literal('entered'),
    realm,
    muted: z.boolean(),
    mutedUntil: z.optional(z.nullable(z.iso.datetime())),
  }),
  /** The realm itself, sent whenever something of it changed, and after a deletion was undone. */
  z.object({ type: z.literal('realm'), realm, detail: realmDetailSchema }),
  /** All changes after version `from` up to version `to`, sorted by version. */
  z.object({
    type: z.literal('log'),
    realm,
    from: z.int(),
    to: z.int(),
    messages: z.array(realmMessageSchema),
  }),
  /** The client is too far behind for a `log` frame: it has to load the newest page and enter again. */
  z.object({ type: z.literal('begin-anew'), realm }),
  /** `at` in UTF-16 units; texts may overlap. `sources` has all that is cited so far; absent if unchanged. */
  z.object({
    type: z.literal('words'),
    realm,
    id: z.uuid(),
    at: z.int(),
    text: z.string(),
    sources: z.optional(z.array(citedSourceSchema)),
  }),
  z.object({ type: z.literal('presence'), realm, ...presenceSchema.shape }),
  z.object({ type: z.literal('typing'), realm, who: z.string() }),
  z.object({ type: z.literal('here'), counts: z.record(z.string(), z.int()) }),
  /** Deleted, or taken down: then `message` is a sentence for people. */
  z.object({ type: z.literal('gone'), realm, message: z.optional(z.string()) }),
  /** This page, its wallet or its address is in too many realms. `message` is for people. */
  z.object({ type: z.literal('refused'), realm, code: z.literal('too_many_realms'), message: z.string() }),
  /** This wallet may not be in the realm. `until` is null if that has no end. `message` is for people. */
  z.object({
    type: z.literal('banned'),
    realm,
    until: z.nullable(z.iso.datetime()),
    message: z.string(),
  }),
  /** To a message's author and the realm's creator: something that is held was added, let through or removed. */
  z.object({ type: z.literal('held'), realm }),
  /** To a wallet's own connections: whom it blocks has changed. */
  z.object({ type: z.literal('blocks') }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
