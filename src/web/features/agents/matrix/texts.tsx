import type { ReactNode } from 'react'

/** The matrix, /vacant (section 2). */

export const agentCount = (count: number) => (count === 1 ? '1 agent' : `${count} agents`)
export const loadingAgents = 'Loading agents'
export const tokenShort = 'Token'
export const matrixTitle = 'Neural Entity Matrix'
export const orderAbout = {
  newest: 'Public agents, newest first. Open one, or talk with it right here.',
  rising: 'Public agents that people with wallets talk with most these days.',
  talked: 'Public agents that most people with wallets have talked with.',
} as const
export const nothingDetected = 'No neural patterns detected'
export const clearFilter = 'Clear the filter'
export const noAgentWithTag = (tag: string, alsoFiltered: boolean) =>
  `No public agent has the tag “${tag}”${alsoFiltered ? ' and matches the rest of your search' : ''}. Try another one.`
export const noAgentMatches =
  'No public agent has this in its name or description. Try a shorter search or another category.'
export const noPublicAgent = 'Nobody has made a public agent yet. Be the first.'
export const createAgentAbout = 'Give it a voice, a purpose and knowledge'
export const removeTag = (tag: string) => `Remove the tag ${tag}`
export const tags = 'Tags'

// An agent's card
export const madeBy = (maker: ReactNode) => <>by {maker}</>
export const upvotes = 'upvotes'
export const quickChat = 'Quick chat'
export const quickChatWith = (name: string) => `Quick chat with ${name}`

// The public agents of a maker
export const noAgentsAloud = 'No agents.'
export const noPublicAgentsYet = 'No public agents yet.'
