import { Hono } from 'hono'
import {
  goOnRequestSchema,
  newRealmMessageSchema,
  realmMessagePageSchema,
  realmMessageSchema,
  realmMessagesQuerySchema,
} from '../../../../shared/realms/realm-messages.ts'
import { placedCallsSchema } from '../../../../shared/tools/told-call.ts'
import type { RealmLog } from '../../../domain/realms/realm-log.ts'
import type { AppEnv } from '../../context.ts'
import type { RateLimits } from '../../edge/rate-limit.ts'
import { done, json, operation, ownerErrors } from '../../operation.ts'
import { pathMessage, pathRealm, walletOrVisitor } from '../../request.ts'

export function realmLogRoutes(realms: RealmLog, limits: Pick<RateLimits, 'takeMessage'>) {
  return new Hono<AppEnv>()
    .get(
      '/realms/:id/messages',
      operation({
        tag: 'realms',
        summary: "A realm's newest messages, or those before or after a number, oldest first",
        query: realmMessagesQuerySchema,
        answers: { 200: json('A page of messages.', realmMessagePageSchema) },
        errors: ['not_found'],
      }),
      async (c) =>
        c.json(await realms.messages(pathRealm(c), c.req.valid('query'), await walletOrVisitor(c)), 200),
    )
    .post(
      '/realms/:id/messages',
      operation({
        act: 'speaking',
        tag: 'realms',
        signedIn: true,
        summary: 'Send a message, which joins its author to the realm',
        body: newRealmMessageSchema,
        answers: {
          201: json('The message.', realmMessageSchema),
          200: json('The message that an earlier try with the same id stored.', realmMessageSchema),
        },
        errors: ['not_found', 'conflict', 'muted', 'banned', 'slow_mode', 'too_new', 'quota_reached'],
      }),
      async (c) => {
        const [realm, author] = [pathRealm(c), c.var.wallet]
        await limits.takeMessage(author, realm)
        const { message, sent } = await realms.send(realm, author, c.req.valid('json'))
        return c.json(message, sent ? 201 : 200)
      },
    )
    .delete(
      '/realms/:id/messages/:messageId',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: 'Take the words out of a message: its author, or the creator of the realm',
        answers: { 200: json('The message without its words.', realmMessageSchema) },
        errors: [...ownerErrors, 'reply_running'],
      }),
      async (c) => c.json(await realms.removeMessage(pathRealm(c), pathMessage(c), c.var.wallet), 200),
    )
    .post(
      '/realms/:id/messages/:messageId/stop',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: "Stop an agent's answer: who started it, or the creator of the realm",
        answers: { 204: done('It is stopped, or was over already.') },
        errors: [...ownerErrors],
        storesNothing: true,
      }),
      async (c) => {
        await realms.stopAnswer(pathRealm(c), pathMessage(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
    .get(
      '/realms/:id/messages/:messageId/calls',
      operation({
        tag: 'realms',
        signedIn: true,
        summary: "The calls of an agent's answer, whole: for who started it and decides about them",
        answers: { 200: json('The calls, in order.', placedCallsSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => {
        const calls = await realms.ownCalls(pathRealm(c), pathMessage(c), c.var.wallet)
        return c.json({ calls }, 200)
      },
    )
    .post(
      '/realms/:id/go-on',
      operation({
        act: 'speaking',
        tag: 'realms',
        signedIn: true,
        summary: 'Let the agents go on that the cap on turns holds',
        body: goOnRequestSchema,
        answers: { 200: json('The line in the log that says so.', realmMessageSchema) },
        errors: ['not_found', 'not_participant', 'muted', 'banned', 'conflict'],
      }),
      async (c) => {
        const [realm, wallet] = [pathRealm(c), c.var.wallet]
        await limits.takeMessage(wallet, realm)
        return c.json(await realms.goOn(realm, wallet, c.req.valid('json').id), 200)
      },
    )
}
