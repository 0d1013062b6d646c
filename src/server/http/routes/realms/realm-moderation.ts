import { Hono } from 'hono'
import { moderationQuerySchema, realmModerationSchema } from '../../../../shared/realms/moderation.ts'
import { heldMessagesSchema, heldQuerySchema } from '../../../../shared/realms/realm-messages.ts'
import { realmMutesSchema } from '../../../../shared/realms/realms.ts'
import type { RealmModeration } from '../../../domain/realms/realm-moderation.ts'
import type { AppEnv } from '../../context.ts'
import { done, json, operation, ownerErrors } from '../../operation.ts'
import { pathMessage, pathRealm, pathWallet } from '../../request.ts'

/** What a realm's creator does about people and messages (record 0112). */
export function realmModerationRoutes(moderation: RealmModeration) {
  return new Hono<AppEnv>()
    .route('/', muteRoutes(moderation))
    .route('/', banRoutes(moderation))
    .route('/', heldRoutes(moderation))
}

function muteRoutes(moderation: RealmModeration) {
  return new Hono<AppEnv>()
    .get(
      '/realms/:id/moderation',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Who is muted or banned in an own realm, and which words are held back there',
        answers: { 200: json('Wallets and words.', realmModerationSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await moderation.of(pathRealm(c), c.var.wallet), 200),
    )
    .get(
      '/realms/:id/mutes',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Who may not speak in an own realm',
        answers: { 200: json('The wallets.', realmMutesSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => {
        const { mutes } = await moderation.of(pathRealm(c), c.var.wallet)
        return c.json({ wallets: mutes.map(({ wallet }) => wallet) }, 200)
      },
    )
    .put(
      '/realms/:id/mutes/:wallet',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Have a wallet be silent in an own realm, for some hours or until it may speak again',
        query: moderationQuerySchema,
        answers: { 204: done('It may not speak.') },
        errors: [...ownerErrors, 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const { hours } = c.req.valid('query')
        await moderation.mute(pathRealm(c), c.var.wallet, pathWallet(c), hours)
        return c.body(null, 204)
      },
    )
    .delete(
      '/realms/:id/mutes/:wallet',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Let a wallet speak again in an own realm',
        answers: { 204: done('It may speak.') },
        errors: [...ownerErrors, 'validation_failed'],
      }),
      async (c) => {
        await moderation.unmute(pathRealm(c), c.var.wallet, pathWallet(c))
        return c.body(null, 204)
      },
    )
}

function banRoutes(moderation: RealmModeration) {
  return new Hono<AppEnv>()
    .put(
      '/realms/:id/bans/:wallet',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Ban a wallet from an own realm, for some hours or until that is lifted',
        query: moderationQuerySchema,
        answers: { 204: done('It is out, with the agents that it brought.') },
        errors: [...ownerErrors, 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const { hours } = c.req.valid('query')
        await moderation.ban(pathRealm(c), c.var.wallet, pathWallet(c), hours)
        return c.body(null, 204)
      },
    )
    .delete(
      '/realms/:id/bans/:wallet',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Lift a ban in an own realm',
        answers: { 204: done('It may come back.') },
        errors: [...ownerErrors, 'validation_failed'],
      }),
      async (c) => {
        await moderation.lift(pathRealm(c), c.var.wallet, pathWallet(c))
        return c.body(null, 204)
      },
    )
    .delete(
      '/realms/:id/participants/:wallet',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Take somebody out of the participants of an own realm; they may join again',
        answers: { 204: done('They are no participant.') },
        errors: [...ownerErrors, 'conflict', 'validation_failed'],
      }),
      async (c) => {
        await moderation.removePerson(pathRealm(c), c.var.wallet, pathWallet(c))
        return c.body(null, 204)
      },
    )
}

function heldRoutes(moderation: RealmModeration) {
  return new Hono<AppEnv>()
    .get(
      '/realms/:id/held',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Messages that wait for the creator of a realm: all for the creator, their own for others',
        query: heldQuerySchema,
        answers: { 200: json('The messages, oldest first.', heldMessagesSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await moderation.held(pathRealm(c), c.var.wallet, c.req.valid('query').after), 200),
    )
    .post(
      '/realms/:id/held/:messageId/let-through',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Let a held message through in an own realm',
        answers: { 204: done('Everybody gets it.') },
        errors: [...ownerErrors],
      }),
      async (c) => {
        await moderation.letThrough(pathRealm(c), pathMessage(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
}
