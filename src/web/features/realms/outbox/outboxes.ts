import type { QueryClient } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { getIdentity, requireSignIn } from '../../../lib/http/identity.ts'
import { browserReconnecting, type Reconnecting } from '../../../lib/http/reconnecting.ts'
import { newId } from '../../../lib/new-id.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import { TYPED_MOVED } from '../../../lib/typed-moved.ts'
import { realmListsKey } from '../api/realm.ts'
import { askLater, mergeMessages } from '../api/realm-log.ts'
import { pageConnection } from '../live/page-connection.ts'
import * as texts from '../texts.ts'
import { Outbox } from './outbox.ts'
import { storedDrafts } from './stored-drafts.ts'

let sessions = new WeakMap<QueryClient, Map<string, Outbox>>()
globalThis.addEventListener?.(TYPED_MOVED, () => {
  sessions = new WeakMap()
})

/** The outbox of a realm on this page, independent of its screen. */
export function outboxOf(client: QueryClient, api: Api, realmId: string): Outbox {
  const ofClient = sessions.get(client) ?? new Map<string, Outbox>()
  sessions.set(client, ofClient)
  const session = ofClient.get(realmId) ?? beginWriting(client, api, realmId)
  ofClient.set(realmId, session)
  return session
}

/** Follows whichever outbox the realm has on this page: another person who signs in has another one. */
export function followOutbox(
  client: QueryClient,
  api: Api,
  realmId: string,
  listener: () => void,
): () => void {
  let end = outboxOf(client, api, realmId).subscribe(listener)
  const followAnew = () => {
    end()
    end = outboxOf(client, api, realmId).subscribe(listener)
    listener()
  }
  window.addEventListener(TYPED_MOVED, followAnew)
  return () => {
    end()
    window.removeEventListener(TYPED_MOVED, followAnew)
  }
}

function beginWriting(client: QueryClient, api: Api, realmId: string): Outbox {
  return new Outbox({
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
      if (pageConnection.connection().state !== 'live') {
        // The network works again, so the socket need not wait for its next try.
        pageConnection.reconnect()
        // Others' earlier messages arrive with the socket, or must be requested.
        void askLater(client, api, realmId).catch(() => {})
      }
      return stored
    },
    signIn: requireSignIn,
    viewer: async () => {
      const identity = getIdentity()
      return identity.state === 'signed-in' ? identity.address : client.fetchQuery(viewerQuery(api))
    },
    sendTyping: () => {
      const viewer = client.getQueryData(viewerQuery(api).queryKey)
      if (getIdentity().state === 'signed-in' || viewer) pageConnection.typing(realmId)
    },
    newId,
    time: whenLive,
    explain: explainError,
    // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
    report: (error) => console.error(texts.errorSending, error),
  })
}

/** The page's timers, with an additional wake when the realm connection is live again. */
const whenLive: Reconnecting = {
  ...browserReconnecting,
  onWake: (listener) => {
    const ends = [
      browserReconnecting.onWake(listener),
      pageConnection.subscribe(() => pageConnection.connection().state === 'live' && listener('online')),
    ]
    return () => {
      for (const end of ends) end()
    }
  },
}
