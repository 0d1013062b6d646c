import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { realmMessageSchema } from './realm-messages.ts'
import { realmDetailSchema } from './realms.ts'

/** Where the socket is. */
export const REALTIME_PATH = '/api/realtime'

/** Section 9: how long a connection may take to open, or the other side to answer, in milliseconds. */
export const REALTIME_TIMEOUT_MS = 10_000

/** Section 9: how often a client says that it is still there, in milliseconds. */
export const HEARTBEAT_MS = 30_000

/** Section 9: milliseconds before each new try to connect; the last counts from then on. */
export const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000] as const

/**
 * Why the server closes a socket, beside the usual codes (1001 the page went, 1009 a frame that is too large). From 4000
 * on the reason beside the code is a sentence for people.
 */
export const closeCodes = {
  /** It said what is no frame, or too much at once. */
  violation: 1008,
  /** The server ends; another one, or this one in a moment, goes on. */
  restarting: 1012,
  /** The session that it was opened with has ended; whoever comes back comes without it. */
  signedOut: 4401,
  /** Nothing was heard for more than two heartbeats. */
  silent: 4408,
  /** The reader did not take in what came for it. It can come back and gets what it missed. */
  tooSlow: 4429,
} as const

/** How long somebody counts as typing after they last said so, in milliseconds; clients say so at most every half of it. */
export const TYPING_MS = 5_000

const realm = z.uuid()

/** What a client says. Words are not sent here: `POST /api/realms/{id}/messages` stores them first. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  /** Hear a realm from now on. `after` is the version that the client knows everything up to. */
  z.strictObject({ type: z.literal('enter'), realm, after: z.int().check(z.minimum(0)) }),
  z.strictObject({ type: z.literal('leave'), realm }),
  /** The signed-in wallet is typing in a realm that it is in. */
  z.strictObject({ type: z.literal('typing'), realm }),
  /** Hear from now on how many are in these realms, instead of those that were watched before. */
  z.strictObject({
    type: z.literal('watch'),
    realms: z.array(realm).check(z.maxLength(4 * limits.listPageMax)),
  }),
  z.strictObject({ type: z.literal('ping') }),
])
export type ClientFrame = z.infer<typeof clientFrameSchema>

/** Who is in a realm at this moment. */
export const presenceSchema = z.object({
  /** Wallets, each once, the first hundred of them. */
  people: z.array(z.string()),
  /** How many wallets there are. */
  peopleCount: z.int(),
  /** Connections without a wallet. */
  visitors: z.int(),
})
export type Presence = z.infer<typeof presenceSchema>

/**
 * What the server says. To `enter` it answers with `entered`, then `realm`, `log` and `presence`, and from then on says
 * what is new; or with `begin-anew`, with `gone`, or with `refused`.
 */
export const serverFrameSchema = z.discriminatedUnion('type', [
  /** Whether this wallet may not speak here; told again when that changes. */
  z.object({ type: z.literal('entered'), realm, muted: z.boolean() }),
  /** The realm itself, whenever something of it changed; also after a deletion was undone. */
  z.object({ type: z.literal('realm'), realm, detail: realmDetailSchema }),
  /** Everything that changed after version `from` up to version `to`, by version. */
  z.object({
    type: z.literal('log'),
    realm,
    from: z.int(),
    to: z.int(),
    messages: z.array(realmMessageSchema),
  }),
  /** The client knows too little to be told the difference: ask for the newest page, and enter again. */
  z.object({ type: z.literal('begin-anew'), realm }),
  /** Words of a running answer from a place on, in UTF-16 units; what is known already may be among them. */
  z.object({ type: z.literal('words'), realm, id: z.uuid(), at: z.int(), text: z.string() }),
  z.object({ type: z.literal('presence'), realm, ...presenceSchema.shape }),
  z.object({ type: z.literal('typing'), realm, who: z.string() }),
  /** How many are in the watched realms, of those of which it is new. */
  z.object({ type: z.literal('here'), counts: z.record(z.string(), z.int()) }),
  /** There is no such realm, or not any more. */
  z.object({ type: z.literal('gone'), realm }),
  /** It was not entered: this page, its wallet or its address is in as many as it can be. `message` is for people. */
  z.object({ type: z.literal('refused'), realm, code: z.literal('too_many_realms'), message: z.string() }),
  z.object({ type: z.literal('pong') }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
