import { Hono } from 'hono'
import { cardLimits } from '../../../../shared/agents/cards.ts'
import {
  enteredLoreSchema,
  ownPersonaSchema,
  PERSONA_BODY_BYTES,
  replyLoreSchema,
  savedPersonaSchema,
  storedPersonaSchema,
  tryLoreSchema,
} from '../../../../shared/agents/own-persona.ts'
import type { Personas } from '../../../domain/agents/personas.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation, ownerErrors } from '../../operation.ts'
import { pathConversation, pathId, pathReply } from '../../request.ts'

/** As a card may have it that was imported. */
const personaBody = { bodyBytes: PERSONA_BODY_BYTES, bodyJson: cardLimits }

/** The routes of personas and lorebooks, for the agent's owner. */
export function personasRoutes(personas: Personas) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/persona',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: "The persona and the lorebook of one's own agent",
        answers: { 200: json('The persona.', storedPersonaSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await personas.open(pathId(c), c.var.wallet), 200),
    )
    .put(
      '/agents/:id/persona',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary: "Change the persona and the lorebook of one's own agent",
        body: ownPersonaSchema,
        answers: { 200: json('The version that has it.', savedPersonaSchema) },
        errors: [...ownerErrors, 'conflict', 'quota_reached'],
        ...personaBody,
      }),
      async (c) => c.json(await personas.save(pathId(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .post(
      '/agents/:id/lore',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: 'What would enter a prompt from a lorebook if somebody said this, and why',
        body: tryLoreSchema,
        answers: { 200: json('The entries.', enteredLoreSchema) },
        errors: [...ownerErrors],
        ...personaBody,
        storesNothing: true,
      }),
      async (c) => c.json(await personas.tryLore(pathId(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .get(
      '/conversations/:id/replies/:reply/lore',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: "What entered the prompt of a reply from the lorebook of one's own agent, and why",
        answers: { 200: json('The entries.', replyLoreSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => {
        const place = {
          conversationId: pathConversation(c),
          replyId: pathReply(c),
        }
        return c.json(await personas.loreOfReply(c.var.wallet, place), 200)
      },
    )
}
