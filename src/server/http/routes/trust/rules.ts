import { Hono } from 'hono'
import { placeRulesSchema } from '../../../../shared/trust/rules.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'

export function rulesRoutes(contact: string | undefined) {
  return new Hono<AppEnv>().get(
    '/trust/rules',
    operation({
      tag: 'trust',
      summary: 'Whom to write to about this place',
      answers: { 200: json('Its contact.', placeRulesSchema) },
    }),
    (c) => c.json({ contact: contact ?? null }, 200),
  )
}
