import { Hono } from 'hono'
import {
  newRealmSchema,
  realmChangesSchema,
  realmListQuerySchema,
} from '../../../../shared/realms/realm-changes.ts'
import { realmDetailSchema, realmPageSchema } from '../../../../shared/realms/realms.ts'
import type { RealmLog } from '../../../domain/realms/realm-log.ts'
import type { RealmModeration } from '../../../domain/realms/realm-moderation.ts'
import type { Realms } from '../../../domain/realms/realms.ts'
import type { AppEnv } from '../../context.ts'
import type { RateLimits } from '../../edge/rate-limit.ts'
import { done, json, operation, ownerErrors } from '../../operation.ts'
import { pathAgent, pathRealm, walletOrVisitor } from '../../request.ts'
import { realmLogRoutes } from './realm-log.ts'
import { realmModerationRoutes } from './realm-moderation.ts'

const invitationErrors = [
  ...(['not_found', 'not_participant', 'muted', 'banned'] as const),
  ...(['forbidden', 'conflict', 'realm_full', 'too_new'] as const),
] as const

const theRealm = { 200: json('The realm.', realmDetailSchema) }

/** The routes `/api/realms` and those of the viewer's own realms (decisions 21, 22). */
export function realmsRoutes(
  realms: Realms,
  log: RealmLog,
  moderation: RealmModeration,
  limits: Pick<RateLimits, 'takeMessage'>,
) {
  return new Hono<AppEnv>()
    .route('/', findingRoutes(realms))
    .route('/', owningRoutes(realms))
    .route('/', realmModerationRoutes(moderation))
    .route('/', invitingRoutes(realms))
    .route('/', realmLogRoutes(log, limits))
}

function findingRoutes(realms: Realms) {
  return new Hono<AppEnv>()
    .get(
      '/realms',
      operation({
        tag: 'realms',
        summary: 'Listed realms, newest first',
        query: realmListQuerySchema,
        answers: { 200: json('A page of realms.', realmPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await realms.list(c.req.valid('query')), 200),
    )
    .get(
      '/me/realms',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'The realms that the wallet made or takes part in, unlisted ones included, newest first',
        query: realmListQuerySchema,
        answers: { 200: json('A page of realms.', realmPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await realms.listOf(c.var.wallet, c.req.valid('query')), 200),
    )
    .post(
      '/realms',
      operation({
        act: 'making',
        tag: 'realms',
        signedIn: true,
        summary: 'Make a realm',
        body: newRealmSchema,
        answers: {
          201: json('The realm.', realmDetailSchema),
          200: json('The realm that an earlier try with the same id made.', realmDetailSchema),
        },
        errors: ['conflict', 'quota_reached', 'too_new'],
      }),
      async (c) => {
        const { realm, created } = await realms.create(c.var.wallet, c.req.valid('json'))
        c.header('location', `/api/realms/${realm.id}`)
        return c.json(realm, created ? 201 : 200)
      },
    )
    .get(
      '/realms/:id',
      operation({
        tag: 'realms',
        summary: 'One realm',
        answers: theRealm,
        errors: ['not_found'],
      }),
      async (c) => c.json(await realms.show(pathRealm(c), await walletOrVisitor(c)), 200),
    )
}

function owningRoutes(realms: Realms) {
  return new Hono<AppEnv>()
    .patch(
      '/realms/:id',
      operation({
        act: 'making',
        tag: 'realms',
        signedIn: true,
        summary: 'Change an own realm',
        body: realmChangesSchema,
        answers: theRealm,
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await realms.change(pathRealm(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .delete(
      '/realms/:id',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Delete an own realm; for ten seconds it can be brought back',
        answers: { 204: done('It is out of sight.') },
        errors: [...ownerErrors],
      }),
      async (c) => {
        await realms.remove(pathRealm(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
    .post(
      '/realms/:id/restore',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Undo a deletion',
        answers: theRealm,
        errors: [...ownerErrors, 'undo_expired'],
      }),
      async (c) => c.json(await realms.restore(pathRealm(c), c.var.wallet), 200),
    )
    .delete(
      '/realms/:id/participants/me',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Leave a realm; what was said stays',
        answers: { 204: done('The wallet is no participant.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await realms.leave(pathRealm(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
}

function invitingRoutes(realms: Realms) {
  return new Hono<AppEnv>()
    .put(
      '/realms/:id/agents/:agentId',
      operation({
        act: 'making',
        tag: 'realms',
        signedIn: true,
        summary: 'Invite an agent into a realm in which the wallet takes part',
        answers: theRealm,
        errors: [...invitationErrors],
      }),
      async (c) => c.json(await realms.invite(pathRealm(c), pathAgent(c), c.var.wallet), 200),
    )
    .delete(
      '/realms/:id/agents/:agentId',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Send an agent away: who invited it, its owner, or the creator of the realm',
        answers: theRealm,
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await realms.dismiss(pathRealm(c), pathAgent(c), c.var.wallet), 200),
    )
}
