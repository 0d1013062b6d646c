import type { QueryClient } from '@tanstack/react-query'
import { keptConversations } from '../../features/chat/conversation/kept-conversations.ts'
import { CONVERSATION_NEWS } from '../../features/chat/conversation/news-channel.ts'
import { waitingQuestions } from '../../features/chat/conversation/waiting-questions.ts'
import { loadWallet } from '../../features/wallet/page/load-wallet.ts'
import type { Api } from '../../lib/http/api.ts'
import { server } from '../../lib/http/reachability.ts'
import { openChannel } from '../../lib/open-channel.ts'
import { hasSignedOut, isSigningOut, viewerQuery } from '../../lib/session/viewer.ts'
import { keepAnswers, recallAnswers } from './keep-answers.ts'
import { KeptAnswers } from './kept-answers.ts'
import { keepShell, ownEntry } from './service-worker.ts'

let opened: KeptAnswers | undefined
function openKept(): KeptAnswers {
  opened ??= new KeptAnswers({ caches: () => window.caches, code: ownEntry() })
  return opened
}

async function finishSignOut(queryClient: QueryClient, api: Api): Promise<void> {
  try {
    const wallet = await loadWallet()
    await wallet.session.load()
    wallet.session.wake()
    await queryClient.invalidateQueries({ queryKey: viewerQuery(api).queryKey })
  } catch {
    // It is tried again when the server is reachable.
  }
}

/** Loaded only now, as most visitors sign neither in nor out. */
async function giveTab(viewer: string | null): Promise<void> {
  const { handTabTo } = await import('../../lib/tab-owner.ts')
  handTabTo(viewer)
}

export function beginKeeping(queryClient: QueryClient, api: Api): void {
  window.addEventListener('offline', () => server.doubt())
  const tellOfSignOut = () => {
    if (isSigningOut()) void finishSignOut(queryClient, api)
  }
  server.subscribe(() => server.isReachable() && tellOfSignOut())
  tellOfSignOut()
  const kept = openKept()
  keepAnswers(
    queryClient,
    api,
    kept,
    (viewer) => {
      waitingQuestions.leaveOnly(viewer)
      // Whose session merely ended may be about to sign in again.
      if (!viewer && !hasSignedOut()) return
      keptConversations.handTo(viewer)
      giveTab(viewer).catch(() => {})
    },
    (write) => document.addEventListener('visibilitychange', () => document.hidden && write()),
  )
  // Its own listener, because the code of conversations is not there on every page.
  openChannel(CONVERSATION_NEWS).onmessage = ({ data }: MessageEvent) => {
    void import('./deleted-words.ts').then(({ deletedWords }) => {
      const isGone = deletedWords(data)
      if (isGone) void kept.drop(isGone)
    })
  }
  server.subscribe(() => {
    if (!server.isReachable()) void recallAnswers(queryClient, kept)
  })
}

/** Starts to store the app shell. Must be called when the page has no more urgent work. */
export function beginKeepingShell(): void {
  keepShell().catch(() => {
    // In a browser without storage, such as a private window, pages need their server.
  })
}

/** Shows stored responses, and refetches all of them once the server is reachable. */
export async function beginWithoutServer(queryClient: QueryClient): Promise<void> {
  server.lost()
  const kept = openKept()
  // After a sign-out without the server, the stored responses belong to no current viewer.
  if (isSigningOut()) await kept.leaveOnly(null)
  await recallAnswers(queryClient, kept)
  const back = server.subscribe(() => {
    if (!server.isReachable()) return
    back()
    void queryClient.invalidateQueries()
  })
}
