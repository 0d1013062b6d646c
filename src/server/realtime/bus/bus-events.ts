import * as z from 'zod/mini'
import { citedSourceSchema } from '../../../shared/knowledge/cited-source.ts'
import { realmMessageSchema } from '../../../shared/realms/realm-messages.ts'
import { reportedKinds } from '../../../shared/trust/reports.ts'

/** An event that the room of a realm on one server sends to the rooms of the same realm on the other servers. */
export const realmEventSchema = z.discriminatedUnion('type', [
  /** These messages were stored, ended or removed; each is as the database has it. */
  z.object({ type: z.literal('changed'), messages: z.array(realmMessageSchema) }),
  z.object({ type: z.literal('detail') }),
  /** The whole text so far of a running answer, and the passages that it cites. */
  z.object({
    type: z.literal('said'),
    id: z.string(),
    content: z.string(),
    sources: z.optional(z.array(citedSourceSchema)),
  }),
  z.object({
    type: z.literal('muted'),
    wallet: z.string(),
    muted: z.boolean(),
    until: z._default(z.nullable(z.iso.datetime()), null),
  }),
  /** `banned` is false for one that was lifted. */
  z.object({
    type: z.literal('banned'),
    wallet: z.string(),
    banned: z.boolean(),
    until: z.nullable(z.iso.datetime()),
  }),
  /** A message of this author is held, or is not any more. */
  z.object({ type: z.literal('held'), author: z.string() }),
  z.object({ type: z.literal('typing'), who: z.string() }),
  z.object({ type: z.literal('gone'), message: z.optional(z.string()) }),
])
export type RealmEvent = z.infer<typeof realmEventSchema>

const hereSchema = z.object({
  realm: z.string(),
  people: z.array(z.string()),
  visitors: z.int(),
})

/** What one server tells all others. `number` counts a server's presence events, so that a lost one is detected. */
export const serverEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('all'), number: z.int(), realms: z.array(hereSchema) }),
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
  /** Requests the presence of one server, or of all servers if `server` is absent. */
  z.object({ type: z.literal('ask'), server: z.optional(z.string()) }),
  /** These sessions have ended, or these API keys; their ids are no longer valid. */
  z.object({ type: z.literal('sessions-ended'), ids: z.array(z.string()) }),
  /** The desk changed how something stands. */
  z.object({
    type: z.literal('moderated'),
    kind: z.enum(reportedKinds),
    subject: z.string(),
    down: z.boolean(),
  }),
  /** Something was taken out of the lists by whom it belongs to. */
  z.object({ type: z.literal('unlisted') }),
  z.object({ type: z.literal('blocks-changed'), wallet: z.string() }),
  z.object({ type: z.literal('bye') }),
  /** For a while this server could not publish some events of realms. */
  z.object({ type: z.literal('missed') }),
])
export type ServerEvent = z.infer<typeof serverEventSchema>
