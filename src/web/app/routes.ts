import { matchPath, type Params } from '../lib/router/router.tsx'
import { type Screen, screen } from './screen.ts'

/** Section 2's route table. The last one takes what no other does. */
export const screens: readonly Screen[] = [
  screen('/', 'home'),
  screen('/vacant', 'vacant'),
  screen('/create', 'create'),
  screen('/management', 'management'),
  screen('/settings', 'settings'),
  screen('/by/:who', 'maker'),
  screen('/isolated', 'isolated'),
  screen('/chat', 'chat-hub'),
  screen('/chat/:id/:conversation?', 'chat'),
  screen('/launch', 'launch'),
  screen('/nest', 'nest'),
  screen('/archives', 'archives'),
  screen('/cryptic', 'archives'),
  screen('/join', 'join'),
  screen('/realm', 'realm'),
  screen('/realm/:id', 'realm-chat'),
  screen('/social', 'social'),
  screen('/swarm', 'swarm'),
  screen('/control', 'control'),
  screen('/swarm/:id', 'swarm-run'),
  screen('*', 'not-found'),
]

/** The screen of an address, with its parameters. */
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
