import * as z from 'zod/mini'
import { realmMessageSchema } from '../../../shared/realms/realm-messages.ts'

/** What one server's rooms say to the rooms of the same realm on the others. */
export const realmEventSchema = z.discriminatedUnion('type', [
  /** These messages were stored, ended or removed; as the database has them. */
  z.object({ type: z.literal('changed'), messages: z.array(realmMessageSchema) }),
  /** The realm itself changed, or came back. */
  z.object({ type: z.literal('detail') }),
  /** All that a running answer has said so far. */
  z.object({ type: z.literal('said'), id: z.string(), content: z.string() }),
  z.object({ type: z.literal('muted'), wallet: z.string(), muted: z.boolean() }),
  z.object({ type: z.literal('typing'), who: z.string() }),
  z.object({ type: z.literal('gone') }),
])
export type RealmEvent = z.infer<typeof realmEventSchema>

const hereSchema = z.object({
  realm: z.string(),
  people: z.array(z.string()),
  visitors: z.int(),
})

/** What one server says to all others. `number` counts the statements of its presence, so that a lost one shows. */
export const serverEventSchema = z.discriminatedUnion('type', [
  /** Everybody who is at this server. */
  z.object({ type: z.literal('all'), number: z.int(), realms: z.array(hereSchema) }),
  /** Who came and went since the last statement, and how many visitors there are now. */
  z.object({
    type: z.literal('moved'),
    number: z.int(),
    realms: z.array(
      z.object({
        realm: z.string(),
        came: z.array(z.string()),
        went: z.array(z.string()),
        visitors: z.int(),
      }),
    ),
  }),
  /** A server wants to know who is at another one, or at each. */
  z.object({ type: z.literal('ask'), server: z.optional(z.string()) }),
  /** These sessions were ended; their ids open nothing. */
  z.object({ type: z.literal('sessions-ended'), ids: z.array(z.string()) }),
  /** This server ends. */
  z.object({ type: z.literal('bye') }),
  /** This server could not say something of a realm for a while. */
  z.object({ type: z.literal('missed') }),
])
export type ServerEvent = z.infer<typeof serverEventSchema>
