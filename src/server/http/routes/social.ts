import { Hono } from 'hono'
import { type AnsweringAgent, replyEventSchema } from '../../../shared/chat/chat.ts'
import {
  briefListQuerySchema,
  briefPageSchema,
  draftRequestSchema,
  keptBriefSchema,
  storedBriefSchema,
} from '../../../shared/social.ts'
import { agentsModelOf } from '../../domain/models/choose-model.ts'
import type { Briefs } from '../../domain/social/briefs.ts'
import { writeDraft } from '../../domain/social/write-draft.ts'
import { type AnsweringOnce, answerOnce } from '../answer-once.ts'
import type { AppEnv, SignedInContext } from '../context.ts'
import { done, events, json, operation } from '../operation.ts'
import { pathId } from '../request.ts'

/** Maximum size of a body: a brief with all its drafts at their longest and every character of them escaped. */
const BRIEF_BYTES = 512 * 1024

/** The route `/api/social/drafts`: one draft, which streams and is not stored; closing the connection stops it. */
export function draftsRoutes(
  deps: AnsweringOnce & {
    findAgent: (id: string, wallet: string | null) => Promise<AnsweringAgent | null>
    /** @throws {Failure} why there is no such agent */
    refuseAgent: (id: string) => Promise<never>
  },
) {
  return new Hono<AppEnv>().post(
    '/social/drafts',
    operation({
      act: 'speaking',
      tag: 'social',
      summary: 'Have an agent write one draft of a post; it streams, and closing the connection stops it',
      body: draftRequestSchema,
      answers: { 200: events('The draft, event by event.', replyEventSchema) },
      errors: ['not_found', 'taken_down'],
      bodyBytes: BRIEF_BYTES,
      asksModel: true,
      storesNothing: true,
    }),
    async (c) => {
      const wanted = c.req.valid('json')
      const wallet = (await c.get('readSession')())?.user.address ?? null
      const agent = await deps.findAgent(wanted.agentId, wallet)
      if (!agent) return deps.refuseAgent(wanted.agentId)
      const asked = { agentId: wanted.agentId, wallet, begins: false, agent: agentsModelOf(agent) }
      return answerOnce(c, deps, asked, (parts) => writeDraft(wanted, agent, parts))
    },
  )
}

/** The routes `/api/me/briefs`: the stored briefs of a wallet. The owner of a brief is taken from the session only. */
export function briefsRoutes(briefs: Briefs) {
  return new Hono<AppEnv>()
    .get(
      '/me/briefs',
      operation({
        tag: 'social',
        signedIn: true,
        summary: "The wallet's own briefs with their drafts, stored last first",
        query: briefListQuerySchema,
        answers: { 200: json('A page of briefs.', briefPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await briefs.list(c.var.wallet, c.req.valid('query')), 200),
    )
    .get(
      '/me/briefs/:id',
      operation({
        tag: 'social',
        signedIn: true,
        summary: 'One brief with its drafts',
        answers: { 200: json('The brief.', storedBriefSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await briefs.open(ownedId(c)), 200),
    )
    .put(
      '/me/briefs/:id',
      operation({
        act: 'making',
        tag: 'social',
        signedIn: true,
        summary: 'Keep a brief with its drafts, as a new one or in place of the revision that it follows',
        body: keptBriefSchema,
        answers: {
          201: json('The new brief.', storedBriefSchema),
          200: json('The brief as it is now.', storedBriefSchema),
        },
        errors: ['not_found', 'conflict', 'briefs_full', 'quota_reached'],
        bodyBytes: BRIEF_BYTES,
      }),
      async (c) => {
        const wanted = c.req.valid('json')
        // Ids are case-insensitive; the database stores them in lower case.
        const brief = await briefs.store(ownedId(c), {
          ...wanted,
          agentId: wanted.agentId.toLowerCase(),
        })
        return c.json(brief, wanted.follows === 0 ? 201 : 200)
      },
    )
    .delete(
      '/me/briefs/:id',
      operation({
        tag: 'social',
        signedIn: true,
        summary: 'Delete a brief, which can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await briefs.remove(ownedId(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/me/briefs/:id/restore',
      operation({
        tag: 'social',
        signedIn: true,
        summary: 'Undo the deletion of a brief',
        answers: { 200: json('The brief.', storedBriefSchema) },
        errors: ['not_found', 'undo_expired'],
      }),
      async (c) => c.json(await briefs.restore(ownedId(c)), 200),
    )
}

function ownedId(c: SignedInContext) {
  const id = pathId(c, 'There is no such brief.')
  return { id, owner: c.var.wallet }
}
