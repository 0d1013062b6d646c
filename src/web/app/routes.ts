import { matchPath, type Params, useLocation } from '../lib/router/router.tsx'
import { type Screen, screen } from './screen.ts'

/** The routes of section 2. The last entry matches every address. */
export const screens: readonly Screen[] = [
  screen('/', 'home'),
  screen('/vacant', 'agents/vacant'),
  screen('/create', 'agents/create'),
  screen('/management', 'agents/management'),
  screen('/settings', 'settings'),
  screen('/inbox', 'inbox'),
  screen('/place', 'place'),
  screen('/rules', 'rules'),
  screen('/crisis', 'crisis'),
  screen('/desk/:page?', 'desk'),
  screen('/by/:who', 'maker'),
  screen('/authorize', 'authorize'),
  screen('/isolated', 'chat/isolated'),
  screen('/chat', 'chat/chat-hub'),
  screen('/chat/:id/:conversation?', 'chat/chat'),
  screen('/shared/:id', 'chat/shared'),
  screen('/source/:id/:version/:number', 'chat/source'),
  screen('/launch', 'launch'),
  screen('/nest', 'nest'),
  screen('/archives', 'archives'),
  screen('/cryptic', 'archives'),
  screen('/join', 'realms/join'),
  screen('/realm', 'realms/realm'),
  screen('/realm/:id', 'realms/realm-chat'),
  screen('/social', 'social'),
  screen('/swarm', 'swarm'),
  screen('/control', 'agents/control'),
  screen('/swarm/:id', 'swarm-run'),
  screen('*', 'not-found'),
]

export function matchScreen(pathname: string): {
  screen: Screen
  params: Params
} {
  for (const screen of screens) {
    const params = matchPath(screen.path, pathname)
    if (params) return { screen, params }
  }
  throw new Error('The last screen matches every address')
}

/** Whether there is no screen at the current address: then no link leads to one above it. */
export function useIsUnknown(): boolean {
  return matchScreen(useLocation().pathname).screen.path === '*'
}
