/** An agent's dialog (section 2). */

export const publishing = 'Publishing'
export const agentLost = 'Neural link lost'
export const agentUnknown = 'Neural entity'
export const showMore = 'Show more'
export const showLess = 'Show less'
export const answersFromDocuments = (count: number) =>
  `It answers from ${count === 1 ? 'a document' : `${count} documents`} its maker gave it, and cites what it used.`
export const openChat = 'Open chat'
export const noSuchAgent =
  'There is no such agent. It may have been hidden or deleted, or the link is mistyped.'
export const favourite = 'Favourite'
export const upvote = 'Upvote'
export const similarAgents = 'Similar agents'
