import type { OwnTool } from './tool-states.ts'

/** Of each tool of this place: its name for people, and a sentence or two on what it does, sees and sends. */
export const ownToolWords: Record<OwnTool, { name: string; does: string }> = {
  time: {
    name: 'Time and zones',
    does: 'Tells the time in any zone, converts between zones and counts the days between dates. It reads the clock of this server and sends nothing.',
  },
  calculator: {
    name: 'Calculator',
    does: 'Calculates exactly, with as many digits as it takes. It sees only the calculation and sends nothing.',
  },
  documents: {
    name: 'Search its documents',
    does: 'Searches the documents of this agent and the files that the person gave it, as often as an answer needs. It reads only what replies to that person may quote, and sends nothing.',
  },
  web_page: {
    name: 'Web page',
    does: 'Reads the text of a public web page. The site sees the address and that this server asked; an address that the person did not write is asked about first.',
  },
  solana_balance: {
    name: 'Solana balance',
    does: 'Reads what a Solana address holds: its SOL and its tokens. The Solana server that this place uses sees the address; it can send no money.',
  },
  ask_person: {
    name: 'Question to the person',
    does: 'Asks the person something, with choices or in their own words, and waits for the answer. It sees only that answer and sends nothing.',
  },
  ask_agent: {
    name: 'Another agent',
    does: 'Asks another agent of this place, and reads its answer. That agent sees the question and nothing else of the conversation; its replies count as those of the person who asks.',
  },
  remember: {
    name: 'Memory',
    does: 'Remembers what a person says of themselves, once that person has allowed it. Only they can see, change and delete it; it sends nothing.',
  },
}
