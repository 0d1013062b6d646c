/** What people read where an agent's memory is met in a chat. */

// At a message
export const rememberThis = 'Remember this'
export const usedHere = 'Used here'

// What a reply was made with
export const looking = 'Looking'
export const usedHereTitle = 'Used for this reply'
export const usedHereAbout =
  'What the agent was told beside your question, as it stands now. Only you can see it.'
export const usedFacts = (agent: string) => `What ${agent} remembers of you`
export const factsGone = (count: number) =>
  count === 1
    ? 'One thing that was used is gone: it was deleted since.'
    : `${count.toLocaleString('en-US')} things that were used are gone: they were deleted since.`
export const allItRemembers = (agent: string) => `All that ${agent} remembers`
export const storySoFar = 'The story so far'
export const storyGone = 'The story that was used is gone: it was written anew or deleted since.'
export const foundAgain = 'Found again in this conversation'
export const messageGone = 'A message that was used is gone: it was deleted since.'
export const saidByYou = 'You said it'
export const saidBy = (agent: string) => `${agent} said it`
export const toMessage = 'Go to the message'

// In the menu of a conversation
export const whatItRemembers = 'What it remembers of you'
