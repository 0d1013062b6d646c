/** What people read where they write a persona and its lorebook. */

export const macros =
  'In all of these texts, {{char}} stands for the agent and {{user}} for the person it talks with.'
export const backgroundHint = 'More about the character and the scene. Added after the personality.'
export const systemPromptHint =
  'Comes before the personality and replaces capabilities and domains. Write {{original}} to include them.'
export const exampleMessagesHint = 'Dialogue that shows how it speaks. Start each example with <START>.'
export const closingInstructionsHint = 'Added after the latest message of every request.'
export const nicknameHint = 'What {{char}} stands for, if not the agent’s name.'
export const greetingsAbout =
  'Conversations open with the first one. People can switch to the others before they write.'
export const firstGreeting = 'First greeting'
export const alternativeGreeting = (number: number) => `Alternative ${number}`
export const removeFirstGreeting = 'Remove the first greeting'
export const removeAlternative = (number: number) => `Remove alternative ${number}`
export const addGreeting = 'Add a greeting'
export const personaNotLoaded = 'The persona could not be loaded.'
export const savePersona = 'Save persona'
export const saving = 'Saving'
export const personaSaved = 'The persona is saved. New replies use it.'
export const personaChangedMeanwhile = (version: number) =>
  `It is version ${version} now, with another persona than the one you began with. Saving overwrites it; you find it again in the history.`
export const takeSavedPersona = 'Discard mine'
export const personaNotSaved = 'The persona could not be saved.'

// The lorebook
export const lorebookAbout =
  'An entry is added to the prompt when one of its keys appears in the latest messages, in upper or lower case and also inside a word.'
export const messagesSearched = 'Messages searched'
export const messagesSearchedHint = 'If empty: the latest 2.'
export const tokenBudget = 'Token budget'
export const tokenBudgetHint = 'If empty: a quarter of the model’s context window.'
export const recursive = 'Search added entries too'
export const recursiveHint = 'One entry can then bring in another.'
export const entries = 'Entries'
export const addEntry = 'Add an entry'
export const showMoreEntries = (more: number, all: number) => `Show ${more} more of ${all}`
export const entryNumber = (number: number) => `Entry ${number}`
export const removeEntry = (title: string) => `Remove ${title}`
export const keys = 'Keys'
export const keysHint = 'One per line. Put a regular expression between slashes, such as /drag(on|oon)/i.'
export const entryText = 'Text'
export const secondaryKeys = 'Secondary keys'
export const secondaryKeysHint = 'One per line. They are only checked after one of the keys is found.'
export const keyLogic = 'Include the entry if the text has'
export const anyKey = 'Any of them'
export const allKeys = 'All of them'
export const notAllKeys = 'Not all of them'
export const noKey = 'None of them'
export const position = 'Position'
export const beforeCharacter = 'Before the character'
export const afterCharacter = 'After the character'
export const entryOrderHint =
  'Lower numbers come first in the prompt. Higher numbers are kept when space runs out.'
export const entryMessages = 'Messages'
export const entryMessagesHint = 'If empty: as set for the whole book.'
export const probability = 'Probability'
export const probabilityHint = 'In percent. If empty: always.'
export const always = 'Always'
export const alwaysInclude = 'Always include'
export const alwaysIncludeHint = 'Whatever is said, as long as there is room.'
export const caseSensitive = 'Match upper and lower case'
export const caseSensitiveHint = 'For plain keys. Regular expressions set it themselves.'
export const enabled = 'Enabled'
export const enabledHint = 'A disabled entry stays here but is never used.'
export const numberUpTo1000 = 'Enter a number from 0 to 1,000.'
export const numberUpToMillion = 'Enter a number from 0 to 1,000,000.'
export const percentFault = 'Enter a number from 0 to 100.'
export const numberFault = 'Enter a number.'
export const tryLorebook = 'Try the lorebook'
export const tryLorebookAbout = 'See which entries a message would add.'
export const tryLorebookText = 'Try a text'
export const tryLorebookAction = 'Test'
export const searching = 'Searching'
export const lorebookFaulty = 'The lorebook has an error above.'
export const lorebookNotSearched = 'The lorebook could not be searched.'
export const lorebookChangedSince = 'The form has changed since then.'
