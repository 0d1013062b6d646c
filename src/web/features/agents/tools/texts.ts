import type { McpTool } from '../../../../shared/tools/mcp-servers.ts'
import { counted } from '../../../lib/counted.ts'

/** What people read where they choose what an agent can do, in the order of the screen. */

export const about =
  'Without tools an agent only answers. With them it can look things up while it does, and before it sends or changes anything for you it asks you.'
export const ofThisPlace = 'Tools of this place'

// Servers
export const ofServers = 'Tools of servers'
export const serversAbout =
  'A server of the Model Context Protocol brings tools of its own, such as those of a calendar or of a code host.'
export const noServers = 'You have connected none, and this place offers none.'
export const needsSignIn = 'Sign in to choose from your servers.'
export const connect = 'Connect servers in the settings'
export const newTab = '(opens in a new tab)'
export const loading = 'Loading the servers'
export const failed = 'The servers could not be loaded'
const ofPlace = 'of this place'
export const serverHint = (host: string, isOfPlace: boolean) => (isOfPlace ? `${host}, ${ofPlace}` : host)
export const most = (number: number) => `An agent has at most ${number} servers.`
export const signInFirst = 'You are not signed in there. Sign in to it in the settings.'
export const gone = 'A server that is gone'
export const goneHint = 'Its tools are left out. Switch it off, or connect the server again.'

// The tools of a server
export const toolsOf = (usable: number, open: number) =>
  [
    usable === 0 ? 'No tool accepted yet' : counted(usable, 'tool'),
    ...(open > 0 ? [`${open} open for everybody`] : []),
  ].join(', ')
export const noTools = 'It has told of no tools yet. Check it in the settings.'
export const openMeans = (hasSignIn: boolean) =>
  `They work for you alone${hasSignIn ? ', and for others with a sign-in of their own' : ''}. A tool that you open runs with your connection for everybody who talks with this agent: they get what you would get, and what it does is done in your name.`
export const openOfPlaceMeans =
  'They work for everybody who is signed in here. A tool that you open works for visitors, too.'
export const ownSignIns = 'They work for each person with a sign-in of their own.'
export const openForAll = 'Open for everybody'
export const openNamed = (tool: string) => `Open for everybody: ${tool}`
export const states: Record<Exclude<McpTool['state'], 'accepted'>, string> = {
  new: 'New. It is not used until you accept it in the settings.',
  changed: 'Changed since you accepted it. It is not used until you accept it again in the settings.',
  gone: 'Gone. The server does not offer it any more.',
}

// A choice in words, as versions show it
export const ownServer = 'Tools of an own server'
export const server = (name: string) => `Tools of ${name}`
export const openTools = (server: string, tools: readonly string[]) =>
  tools.length === 0 ? server : `${server}, open for everybody: ${tools.join(', ')}`
