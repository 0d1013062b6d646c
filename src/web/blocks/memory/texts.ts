import type { MemoryPlace } from '../../../shared/memory/memory-limits.ts'
import { counted } from '../../lib/counted.ts'

/** What people read where an agent's memory is shown: in a chat, at an agent, and in the settings. */

// The panel
export const remembersOfYou = (agent: string) => `What ${agent} remembers of you`
export const onlyYours = 'Only you can see it. The maker of the agent and other people never do.'
export const loading = 'Loading what is remembered'
export const notLoaded = 'What is remembered could not be loaded.'
export const mayRemember = (agent: string) => `${agent} may remember`
export const isOn = (agent: string) =>
  `What you see below goes to ${agent} with each of your questions, as far as it fits.`
export const isOff = 'Nothing new is remembered, and nothing below is used.'
export const isUnasked = (agent: string) =>
  `${agent} asks you before it remembers anything. You can also switch it on here.`
export const notChanged = (why: string) => `Nothing was changed. ${why}`

// The facts
export const facts = 'What is remembered'
export const factsCount = (count: number) => counted(count, 'thing', 'things')
export const search = 'Search what is remembered'
export const searchPlaceholder = 'Search'
export const noMatch = (words: string) => `Nothing of it contains “${words}”.`
export const nothingYet = 'Nothing is remembered yet'
export const howToBegin =
  'Write the first thing above, choose “Remember this” at a message of a chat, or tell the agent to remember something.'
export const byYou = 'Written by you'
export const byAgent = 'From what you said'
export const switchedOff = 'Switched off'
export const toMessage = 'Go to the message'
export const numbered = (number: number) => `Number ${number}`
export const edit = (fact: string) => `Edit: ${fact}`
export const switchOff = (fact: string) => `Do not use: ${fact}`
export const switchOn = (fact: string) => `Use again: ${fact}`
export const remove = (fact: string) => `Delete: ${fact}`
export const deleted = (fact: string) => `Deleted: ${fact}`
export const undo = 'Undo'
export const notRestored = (why: string) => `It could not be brought back. ${why}`
export const notDeleted = (why: string) => `It was not deleted. ${why}`
export const before = (count: number) => (count === 1 ? 'One version before' : `${count} versions before`)
export const beforeOf = (fact: string) => `of: ${fact}`
export const saidUntil = 'until'

// Writing one down
export const add = 'Something to remember'
export const addHint = (agent: string) =>
  `One line, such as “I am vegetarian”. Whatever you add switches the memory of ${agent} on.`
export const addShort = 'One line, such as “I am vegetarian”.'
export const addAction = 'Remember'
export const adding = 'Remembering'
export const merged = 'It was known already: your newer words stand for it now.'
export const changeFact = 'What is remembered'
export const save = 'Save'
export const saving = 'Saving'
export const cancel = 'Cancel'
export const notKept = 'This was not remembered'

// Where else
export const elsewhere = 'Where else it may be used'
export const elsewhereAbout =
  'It is used in your own conversations in this place. Anywhere else only where you allow it here.'
export const places: Record<MemoryPlace, { name: string; about: string }> = {
  rooms: {
    name: 'In rooms and runs',
    about: 'When you ask this agent there. Its answer can be read by everybody in the room.',
  },
  try_outs: {
    name: 'In try-outs',
    about: 'When you try out changes of an agent of yours, as if you had asked in a conversation.',
  },
  doors: {
    name: 'Through your API keys',
    about: 'When a program asks with a key of yours. The answer goes to that program.',
  },
}

// The whole of it
export const exportAction = 'Export'
export const importAction = 'Import'
export const importing = 'Importing'
export const importFile = 'File to import'
export const imported = (added: number, merged: number) =>
  merged === 0
    ? `Imported: ${counted(added, 'thing', 'things')}.`
    : `Imported: ${counted(added, 'new thing', 'new things')}, and ${merged.toLocaleString('en-US')} that were known.`
export const notImported = 'Nothing was imported'
export const notAFile = 'This is no file of a memory. Choose one that was exported here.'
export const deleteAll = 'Delete all'
export const deleteAllSure = (count: number) =>
  count === 1 ? 'Delete the one thing?' : `Delete all ${count.toLocaleString('en-US')} things?`
export const deleteAllYes = 'Yes, delete all'
export const keepAll = 'Keep them'
export const allDeleted = (count: number) => `Deleted: ${counted(count, 'thing', 'things')}`

// Remember this
export const rememberThis = 'Remember this'
export const mayAgentRemember = (agent: string) => `May ${agent} remember this?`
export const rememberAbout = (agent: string) =>
  `${agent} will see this with each of your questions, in all your conversations with it. Nobody else sees it.`
export const firstTime = (agent: string) =>
  `${agent} will see this with each of your questions from now on, in all your conversations with it. That switches on its memory of you: nobody else sees it, and you can change or delete all of it.`
export const switchesOn = (agent: string) =>
  `You switched the memory of ${agent} off. Remembering this switches it on again, with all that it knew.`
export const whatToRemember = 'What to remember'
export const ownWords = 'Change the words as you like. One line, as you would say it of yourself.'
export const dontRemember = 'Don’t remember'
export const rememberedNow = (fact: string) => `Remembered: ${fact}`

// The settings
export const memoriesLoading = 'Loading what your agents remember'
export const memoriesCount = (count: number) => counted(count, 'agent', 'agents')
export const memoriesFailed = 'What your agents remember could not be loaded'
export const noMemories =
  'No agent remembers anything of you. It begins in a chat: choose “Remember this” at a message, or tell the agent to remember something.'
export const remembers = (count: number) =>
  count === 0 ? 'Remembers nothing' : `Remembers ${counted(count, 'thing', 'things')}`
export const memoryOff = 'switched off'
export const open = 'Open'
export const openOf = (agent: string) => `what ${agent} remembers`

// At an agent
export const remembersSome = (count: number) => `It remembers ${counted(count, 'thing', 'things')} of you`

// Coming back
export const youAsked = (ago: string, question: string) => `${ago} you asked “${question}”`
export const goOn = 'Go on'
export const goOnWith = (title: string) => `with ${title}`
