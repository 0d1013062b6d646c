import type { QueryClient } from '@tanstack/react-query'
import { type Api, answer } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { getIdentity, requireSignIn } from '../../../lib/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { browserReconnecting, type Reconnecting } from '../../../lib/reconnecting.ts'
import { viewerQuestion } from '../../../lib/viewer.ts'
import { realmListsKey } from '../api/realm-list.ts'
import { adoptMessages, askLater } from '../api/realm-log.ts'
import { keptWritings } from './kept-writing.ts'
import { pageLine } from './page-line.ts'
import { createWritingSession, type WritingSession } from './writing-session.ts'

const sessions = new WeakMap<QueryClient, Map<string, WritingSession>>()

/** What is written in a realm on this page, whether its screen is shown or not. */
export function writingIn(client: QueryClient, api: Api, realmId: string): WritingSession {
  const ofClient = sessions.get(client) ?? new Map<string, WritingSession>()
  sessions.set(client, ofClient)
  const session = ofClient.get(realmId) ?? beginWriting(client, api, realmId)
  ofClient.set(realmId, session)
  return session
}

function beginWriting(client: QueryClient, api: Api, realmId: string): WritingSession {
  return createWritingSession({
    memory: {
      recall: () => keptWritings.recall(realmId),
      remember: (kept) => keptWritings.remember(realmId, kept),
    },
    post: async ({ id, content, replyTo }, signal) => {
      const stored = await answer(
        api.realms[':id'].messages.$post(
          { param: { id: realmId }, json: { id, content, replyTo } },
          { init: { signal } },
        ),
      )
      adoptMessages(client, api, realmId, [stored])
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
      return identity.state === 'signed-in' ? identity.address : client.fetchQuery(viewerQuestion(api))
    },
    tellTyping: () => {
      const viewer = client.getQueryData(viewerQuestion(api).queryKey)
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
