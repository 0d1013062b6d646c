import { Hono } from 'hono'
import { decidedSchema, decisionSchema } from '../../../shared/tools/decisions.ts'
import type { ToolDecisions } from '../../domain/tools/tool-decisions.ts'
import type { AppEnv } from '../context.ts'
import { json, operation } from '../operation.ts'
import { pathId } from '../request.ts'

/** The routes `/api/tool-calls`: what a person decides about calls that wait. */
export const toolCallsRoutes = (decisions: ToolDecisions) =>
  new Hono<AppEnv>().put(
    '/tool-calls/:id/decision',
    operation({
      tag: 'tools',
      signedIn: true,
      act: 'speaking',
      summary: 'Decide about a call of a tool that waits; the first decision counts, and its reply goes on',
      body: decisionSchema,
      answers: { 200: json('How the call stands now.', decidedSchema) },
      errors: ['not_found', 'already_decided', 'call_expired', 'conflict'],
    }),
    async (c) => {
      const call = pathId(c, 'There is no such call.')
      return c.json(await decisions.decide(c.var.wallet, call, c.req.valid('json')), 200)
    },
  )
