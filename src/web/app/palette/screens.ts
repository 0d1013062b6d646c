import { rooms } from '../../features/home/rooms.ts'

export interface FoundScreen {
  name: string
  line: string
  to: string
  words: string
}

const roomWords = {
  create: 'make new agent',
  join: 'invitation link realm',
  control: 'figures analytics statistics',
  social: 'posts drafts brief',
  chat: 'conversations talk history',
  swarm: 'runs task agents',
} as const

/** Those of the header first (section 2). */
export const screens: readonly FoundScreen[] = [
  { name: 'Home', line: 'Where every room begins', to: '/', words: 'start' },
  { name: 'Isolated', line: 'A chat without an agent', to: '/isolated', words: 'talk' },
  { name: 'Vacant', line: 'Neural Entity Matrix: all public agents', to: '/vacant', words: 'search browse' },
  {
    name: 'Cryptic',
    line: 'Restricted Access Zone: archives and glossary',
    to: '/cryptic',
    words: 'terms files',
  },
  { name: 'Realm', line: 'Where people and agents talk live', to: '/realm', words: 'rooms live' },
  ...rooms.map(({ title, subtitle, to, id }) => ({ name: title, line: subtitle, to, words: roomWords[id] })),
  { name: 'App', line: 'Choose how to begin', to: '/launch', words: 'launch ignite' },
  {
    name: 'Management',
    line: 'Neural Asset Control Matrix: your agents',
    to: '/management',
    words: 'own assets',
  },
  {
    name: 'Settings',
    line: 'Your name, and where you are signed in',
    to: '/settings',
    words: 'profile sessions account',
  },
  {
    name: 'Inbox',
    line: 'What waits for you to decide',
    to: '/inbox',
    words: 'requests consent notifications waiting',
  },
  {
    name: 'Rules',
    line: 'What is welcome here, and whom to write to',
    to: '/rules',
    words: 'report contact moderation terms',
  },
  {
    name: 'Help',
    line: 'People who listen when you are in danger',
    to: '/crisis',
    words: 'crisis suicide emergency',
  },
  { name: 'Nest', line: 'Nest control matrix', to: '/nest', words: 'nodes' },
]

/** For operators only. */
export const operatorScreens: readonly FoundScreen[] = [
  { name: 'Desk', line: 'What people reported', to: '/desk', words: 'moderation reports cases trust' },
  { name: 'Desk log', line: 'Every decision at the desk', to: '/desk/log', words: 'moderation decisions' },
  { name: 'This place', line: 'How the server is', to: '/place', words: 'status health operator' },
]

/** Every word of the text is in their name, line or search terms; those whose name begins with the text come first. */
export function matching<Thing extends Pick<FoundScreen, 'name' | 'line' | 'words'>>(
  things: readonly Thing[],
  text: string,
): Thing[] {
  const typed = text.trim().toLowerCase()
  const parts = typed.split(/\s+/)
  const all = ({ name, line, words }: Thing) => `${name} ${line} ${words}`.toLowerCase()
  const begins = ({ name }: Thing) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return things
    .filter((thing) => parts.every((part) => all(thing).includes(part)))
    .toSorted((one, other) => begins(one) - begins(other))
}
