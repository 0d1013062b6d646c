import { counted } from '../../lib/counted.ts'

/** What people read about the servers that they connect, in the order of the screen. */

export const loading = 'Loading your servers'
export const count = (servers: number) => counted(servers, 'server')
export const failed = 'Your servers could not be loaded'
export const none = 'You have connected no server yet.'
export const add = 'Connect a server'
export const full = (most: number) =>
  `You have connected ${most} servers, which is the most. Remove one to connect another.`
export const note =
  'A token is stored encrypted, sent to its server and nowhere else, and never shown again. What a server says of its tools is not checked by anybody: read it before you accept it.'

// A server
export const ofPlace = 'Of this place'
export const health = {
  never: 'Not asked yet',
  well: 'It answers',
  'sign-in': 'It wants you to sign in',
  failed: 'It does not answer',
}
export const tools = 'Tools'
export const noTools = 'none'
export const account = 'Account'
export const accounts = {
  in: 'signed in',
  out: 'not signed in',
  header: 'your token',
  ofPlace: 'of this place',
}
export const lastAsked = 'Last asked'
export const check = 'Check again'
export const checking = 'Checking'
export const checked = (name: string) => `${name} was asked.`
export const notChecked = (why: string) => `The server could not be asked. ${why}`
export const signIn = 'Sign in'
export const signingIn = 'Preparing'
export const notPrepared = (why: string) => `The sign-in could not be prepared. ${why}`
export const signOut = 'Sign out'
export const signingOut = 'Signing out'
export const signedOut = (name: string) => `Signed out of ${name}`
export const notSignedOut = (why: string) => `You could not be signed out. ${why}`
export const rename = 'Rename'
export const nameLabel = 'Name of the server'
export const changeToken = 'Change token'
export const addToken = 'Add a token'
export const tokenTitle = (name: string) => `Token of ${name}`
export const tokenAbout = 'It takes the place of the one that is there, and is sent to this server alone.'
export const newTokenHint = 'Leave it empty to send none any more.'
export const saveToken = 'Save token'
export const tokenSaved = (name: string) => `Token of ${name} saved`
export const tokenNotSaved = 'The token was not saved'
export const remove = 'Remove'
export const removeTitle = (name: string) => `Remove ${name}?`
export const removeAbout =
  'Your agents answer without its tools from then on, and calls that wait for you are not made. Your sign-in and your token are deleted here.'
export const removeConfirm = 'Remove server'
export const removing = 'Removing'
export const keep = 'Keep server'
export const notRemoved = 'The server was not removed'
export const removed = (name: string) => `Removed: ${name}`

// Its tools
export const usable = (number: number) => `${number} in use`
export const news = (fresh: number, changed: number) =>
  [fresh > 0 && `${fresh} new`, changed > 0 && `${changed} changed`].filter(Boolean).join(', ')
export const waiting = (fresh: number, changed: number, isOfPlace: boolean) => {
  const until = `until you accept it${isOfPlace ? ' for everybody here' : ''}.`
  return fresh + changed === 1
    ? `A tool ${fresh === 1 ? 'is new' : 'has changed'}. It is not used ${until}`
    : `${counted(fresh + changed, 'tool')} are new or changed. None of them is used ${until}`
}
export const waitingOfPlace = 'Whoever runs this place has not accepted some of its tools yet.'
export const showTools = 'Show its tools'
export const accept = 'Accept'
export const acceptNamed = (tool: string) => `Accept ${tool}`
export const acceptAll = (number: number) => `Accept all ${number}`
export const accepting = 'Accepting'
export const accepted = (number: number) => `${counted(number, 'tool')} accepted`
export const notAccepted = (why: string) => `Nothing was accepted. ${why}`
export const withdraw = 'Stop using'
export const withdrawNamed = (tool: string) => `Stop using ${tool}`
export const withdrawn = 'It is not used any more.'
export const state = { new: 'New', changed: 'Changed', accepted: 'In use', gone: 'Gone' }
export const asItSays = 'What it takes'
export const whatChanged = 'What changed'
export const onlyNotation = 'Only its notation changed: what it says is the same.'
export const addedLine = 'added:'
export const removedLine = 'removed:'
export const leftOut = (lines: number) => `${counted(lines, 'line')} unchanged`

// A new server
export const newTitle = 'Connect a server'
export const newAbout =
  'A server of the Model Context Protocol. It is asked for its tools, and each of them is shown to you before it is used.'
export const name = 'Name'
export const nameHint = 'For you to recognise it by.'
export const address = 'Address'
export const addressHint = 'Where the server is, such as https://mcp.example.com/mcp.'
export const token = 'Token'
export const tokenHint =
  'Only for servers that ask for one. With others you sign in after they are connected, or not at all.'
export const connecting = 'Connecting'
export const connectingAbout = 'Asking the server for its tools.'
export const connect = 'Connect'
export const notAdded = 'The server was not connected'
export const needsWallet = 'A connection belongs to a wallet. Sign in, and what you typed will still be here.'
export const added = (server: string, tools: number) =>
  tools === 0 ? `Connected: ${server}` : `Connected: ${server}, with ${counted(tools, 'tool')}`

// Signing in
export const signInTitle = (server: string) => `Sign in for ${server}`
export const signInAbout =
  'The server sends you to the address below. Look at who it is before you give it a password: a server can name any address.'
export const opensAt = 'You would sign in at'
export const notSecure = 'It is not encrypted. What you type there can be read on the way.'
export const wholeAddress = 'The whole address'
export const open = (host: string) => `Go to ${host}`
export const notOpenable =
  'The server named an address that can’t be opened. Remove it if you don’t trust it.'
export const notNow = 'Not now'
export const signInEnds = {
  'signed-in': (host: string) => `You are signed in at ${host}`,
  declined: (host: string) => `You did not allow it at ${host}, so nothing changed`,
  failed: (host: string) => `The sign-in at ${host} did not work. Try it again`,
  unknown: () => 'That sign-in was begun too long ago or in another browser. Begin it again',
}
export const understood = 'Got it'
