import { Hono } from 'hono'
import {
  inboxCountSchema,
  inboxSchema,
  inboxSettingsSchema,
  pushEndpointSchema,
  pushKeySchema,
  pushSubscriptionSchema,
  shownInboxSettingsSchema,
} from '../../../../shared/tools/inbox.ts'
import type { Inbox } from '../../../domain/inbox/inbox.ts'
import type { AppEnv } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'

/** The routes `/api/inbox`: all that waits for a person, and how they want to be told. */
export const inboxRoutes = (inbox: Inbox) =>
  new Hono<AppEnv>().route('/', contents(inbox)).route('/', settings(inbox)).route('/', pushes(inbox))

function contents(inbox: Inbox) {
  return new Hono<AppEnv>()
    .get(
      '/inbox',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'What waits for the wallet, the newest first, and what ended without it',
        answers: { 200: json('All of it.', inboxSchema) },
      }),
      async (c) => c.json(await inbox.show(c.var.wallet), 200),
    )
    .get(
      '/inbox/count',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'How much waits for the wallet',
        answers: { 200: json('The number.', inboxCountSchema) },
      }),
      async (c) => c.json({ waiting: await inbox.count(c.var.wallet) }, 200),
    )
    .post(
      '/inbox/seen',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Leave out from now on what ended until now',
        answers: { 204: done('It is left out.') },
      }),
      async (c) => {
        await inbox.seen(c.var.wallet)
        return c.body(null, 204)
      },
    )
}

function settings(inbox: Inbox) {
  return new Hono<AppEnv>()
    .get(
      '/inbox/settings',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'The wallet’s quiet hours, and the browsers that are told',
        answers: { 200: json('The settings.', shownInboxSettingsSchema) },
      }),
      async (c) => c.json(await inbox.settings(c.var.wallet), 200),
    )
    .put(
      '/inbox/settings',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Set or end quiet hours, in which no browser is told of anything',
        body: inboxSettingsSchema,
        answers: { 200: json('The settings as they are now.', shownInboxSettingsSchema) },
      }),
      async (c) => c.json(await inbox.changeSettings(c.var.wallet, c.req.valid('json')), 200),
    )
}

function pushes(inbox: Inbox) {
  return new Hono<AppEnv>()
    .get(
      '/inbox/push-key',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'The public key with which a browser subscribes to pushes (RFC 8292)',
        answers: { 200: json('The key.', pushKeySchema) },
      }),
      async (c) => c.json({ key: await inbox.pushKey() }, 200),
    )
    .put(
      '/inbox/push',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Have a browser told of what begins to wait; of more than ten, the oldest is told no longer',
        body: pushSubscriptionSchema,
        answers: { 204: done('It is told from now on.') },
      }),
      async (c) => {
        await inbox.subscribe(c.var.wallet, c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .delete(
      '/inbox/push',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Have a browser told no longer',
        body: pushEndpointSchema,
        answers: { 204: done('It is told nothing any more.') },
      }),
      async (c) => {
        await inbox.unsubscribe(c.var.wallet, c.req.valid('json').endpoint)
        return c.body(null, 204)
      },
    )
}
