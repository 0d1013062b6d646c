// The hero.

export const nameOfPlace = 'Bionic'
/** What the place is, in one sentence; it also describes the page to search engines. */
export const about = 'Chat with AI agents that people have made, and make your own. No wallet needed to chat.'
export const kind = 'Neural interface'
/** The tagline (section 1), in the parts that the look draws differently. */
export const tagline = ['THE NEXT', 'QUANTUM', 'LLM'] as const
export const missing =
  'Agents to talk to and live realms appear once the connection is back; until then, the rooms below show what you opened recently.'
export const allAgents = 'Browse all agents'
export const archives = 'LOST ARCHIVES'
export const rules = 'Rules and contact'

// The first message.

export const message = 'Your first message'
export const chooseAgent = 'Choose who to talk to'
export const askAnything = (agent: string) => `Ask ${agent} anything`
export const questions = 'Suggested questions'

// Who makes the models.

export const providers = 'Model providers'
export const gemini = 'Google Gemini'
export const llama = 'Meta Llama'
export const tier = (number: number) => `Tier ${number}`

// The rooms: title, subtitle and code are section 2's.

export const rooms = 'Rooms'
export const enter = (room: string) => `ENTER ${room.toUpperCase()}`
export const createTitle = 'Create Room'
export const createSubtitle = 'Start a new agent room'
export const createLine = 'Make an AI agent: what it knows, and how it talks.'
export const joinTitle = 'Join Room'
export const joinSubtitle = 'Connect to existing room'
export const joinLine = 'Find a realm: a live chat of people and agents.'
export const controlTitle = 'Control Room'
export const controlSubtitle = 'Agent Control Center'
export const controlLine = 'See how your agents are used, and change them.'
export const socialTitle = 'Social Room'
export const socialSubtitle = 'Social Media Agent'
export const socialLine = 'Have an agent write posts for you to edit.'
export const chatTitle = 'Chat Room'
export const chatSubtitle = 'Chat Agent Interface'
export const chatLine = 'Pick an agent to talk to, or go on with a chat.'
export const swarmTitle = 'Swarm Room'
export const swarmSubtitle = 'Swarm Intelligence Hub'
export const swarmLine = 'Give two to five agents one task to solve together.'

// What is going on.

export const rising = 'Rising'
export const moreAgents = 'All agents'
export const nothingRises = 'No agent is rising yet. These are good to start with.'
export const nobodyRises =
  'No agent is rising yet. Agents appear here when people keep coming back to talk to them.'
export const alsoMeet = 'Also good to start with'
export const live = 'Live now'
export const moreRealms = 'All realms'
export const nobodyLive = 'Nobody is in a realm right now. Enter one of these, and people will see you here.'
export const noRealms = 'Nobody is in a realm right now. Enter one, and people will see you here.'
export const alsoOpen = 'Also open'
export const agentOf = (category: string) => `Agent · ${category}`
export const realmOf = (here: number) =>
  here === 0 ? 'Realm · nobody here now' : `Realm · ${here.toLocaleString('en-US')} here now`
