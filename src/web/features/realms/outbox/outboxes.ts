import type { QueryClient } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { getIdentity, requireSignIn } from '../../../lib/http/identity.ts'
import { browserReconnecting, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { newId } from '../../../lib/new-id.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import { realmListsKey } from '../api/realm.ts'
import { askLater, mergeMessages } from '../api/realm-log.ts'
import { pageLine } from '../live/page-line.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { storedDrafts } from './stored-drafts.ts'

const sessions = new WeakMap<QueryClient, Map<string, Outbox>>()

/** What is written in a realm on this page, whether its screen is shown or not. */
export function outboxOf(client: QueryClient, api: Api, realmId: string): Outbox {
  const ofClient = sessions.get(client) ?? new Map<string, Outbox>()
  sessions.set(client, ofClient)
  const session = ofClient.get(realmId) ?? beginWriting(client, api, realmId)
  ofClient.set(realmId, session)
  return session
}

function beginWriting(client: QueryClient, api: Api, realmId: string): Outbox {
  return createOutbox({
    memory: {
      recall: () => storedDrafts.recall(realmId),
      remember: (kept) => storedDrafts.remember(realmId, kept),
    },
    post: async ({ id, content, replyTo }, signal) => {
      const stored = await unwrap(
        api.realms[':id'].messages.$post(
          { param: { id: realmId }, json: { id, content, replyTo } },
          { init: { signal } },
        ),
      )
      mergeMessages(client, api, realmId, [stored])
      void client.invalidateQueries({ queryKey: realmListsKey })
      if (pageLine.connection().state !== 'live') {
        // The network is there again: the socket need not wait for its next try.
        pageLine.reconnect()
        // What others said before it comes with the socket, or has to be asked for.
        void askLater(client, api, realmId).catch(() => {})
      }
      return stored
    },
    signIn: requireSignIn,
    viewer: async () => {
      const identity = getIdentity()
      return identity.state === 'signed-in' ? identity.address : client.fetchQuery(viewerQuery(api))
    },
    tellTyping: () => {
      const viewer = client.getQueryData(viewerQuery(api).queryKey)
      if (getIdentity().state === 'signed-in' || viewer) pageLine.typing(realmId)
    },
    newId,
    time: whenLive,
    explain: explainError,
    // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
    report: (error) => console.error('Error sending message', error),
  })
}

/** The page's time, in which a connection that lives again wakes what waits. */
const whenLive: Reconnecting = {
  ...browserReconnecting,
  onWake: (listener) => {
    const ends = [
      browserReconnecting.onWake(listener),
      pageLine.subscribe(() => pageLine.connection().state === 'live' && listener('online')),
    ]
    return () => {
      for (const end of ends) end()
    }
  },
}
