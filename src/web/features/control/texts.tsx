import type { ReactNode } from 'react'
import type { FailureReason, Range } from '../../../shared/analytics.ts'

/** What people read in the Agent Control Center. Statistics have the names that the field gives them. */

// The screen
export const title = 'Agent Control Center'
export const titleOf = (agent: string) => `${agent} · ${title}`
export const summary = 'See how your agents are used and how well they answer. Only you can see it.'
export const about =
  'See how your agents are used and how well they answer, and manage each one. Only you can see this.'
export const ranges: Readonly<Record<Range, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' }
export const rangeChoice = 'Time range'
export const downloadCsv = 'Download CSV'
export const loading = 'Loading analytics'
export const shownAloud = (isOne: boolean, range: string) =>
  `Analytics of ${isOne ? 'this agent' : 'all your agents'} for the last ${range}.`
export const notRefreshed = 'The latest numbers could not be loaded'
export const retry = 'Retry'
export const controlsNotLoaded = 'The controls could not be loaded.'
export const controlsNotLoadedAbout =
  'The analytics below are complete. Reload this page once you are online.'

// In place of the numbers
export const lockedForVisitors = 'Connect a wallet to see your agents’ analytics'
export const lockedUntilSignIn = 'Sign in to see your agents’ analytics'
export const lockedAbout = 'Analytics of an agent are for its owner only.'
export const notFound = 'Agent not found'
export const notFoundAbout =
  'It was deleted, or it belongs to another wallet. Only its owner can see its analytics.'
export const allAgents = 'All agents'
export const noAgents = 'You have no agents yet'
export const noAgentsAbout = 'Once people talk with an agent of yours, you see here how it went.'
export const launchAgent = 'Launch an agent'
export const createAgent = 'Create one yourself'
export const notLoaded = 'The analytics could not be loaded'

// One agent
export const agent = 'Agent'
export const openChat = 'Open chat'

// The totals
export const totals = 'Totals'
export const conversations = 'Conversations'
export const conversationsNote = 'started'
export const messages = 'Messages'
export const fromVisitors = (count: string) => `${count} from visitors`
export const people = 'People'
export const peopleNote = (isOne: boolean) => (isOne ? 'one wallet' : 'different wallets')
export const words = 'Words'
export const wordsNote = 'in replies'
export const firstWords = 'Time to first word'
export const median = 'median'
export const medianAndP95 = (p95: string) => `median; 95th percentile ${p95}`
export const upvotes = 'Upvotes'
export const upvotesEver = (count: string) => `${count} in all time`
export const upvote = 'upvote'
export const noReplies = 'No replies yet'

// How replies ended
export const howEnded = 'How replies ended'
export const noRepliesYet = 'No replies yet.'
export const stillRunning = (count: string, isOne: boolean) =>
  `${count} more ${isOne ? 'is' : 'are'} still running.`
export const ends = {
  finished: { name: 'Finished', meaning: 'complete' },
  stopped: { name: 'Stopped', meaning: 'by the person who asked' },
  interrupted: { name: 'Interrupted', meaning: 'by a server restart or failure' },
  failed: { name: 'Failed', meaning: 'with no reply, or only part of one' },
} as const
export const failures = 'Failures by cause'
export const noFailures = 'No reply failed.'
export const failureCauses: Readonly<Record<FailureReason, string>> = {
  unreachable: 'The model could not be reached',
  timeout: 'The model took too long',
  limited: 'The model was overloaded',
  refused: 'The model refused the request',
  broken: 'The reply broke off',
  silent: 'The reply was empty',
  other: 'Something else went wrong',
}

// The table of agents
export const yourAgents = 'Your agents'
export const yourAgentsAbout = 'Most asked first. Open one for its analytics and controls.'
export const comparison = 'Your agents, compared'
export const failed = 'Failed'
export const failureRate = 'Failure rate'
export const firstWordsMedian = 'First word, median'
export const firstWordsP95 = '95th percentile'
export const noneYet = 'no replies'
export const showAll = (count: string) => `Show all ${count} agents`

// What models were used for
export const models = 'Models'
export const modelTable = 'What each model was used for'
export const modelsAbout =
  'Every reply of a model, by agent and model, in whole days (UTC). Prices are those that the place knows.'
export const noModels = 'No model has answered yet in this time range.'
export const yourKeysPaid = (money: string, more: boolean) =>
  more ? `Your keys paid ${money}, and for replies whose price isn’t known.` : `Your keys paid ${money}.`
export const model = 'Model'
export const agentAndModel = 'Agent and model'
export const otherAgents = 'Not an agent of yours'
export const paidBy = 'Paid by'
export const payers = { viewer: 'your key', place: 'this place', others: 'someone else' } as const
export const replies = 'Replies'
export const tokensIn = 'Tokens in'
export const tokensOut = 'Tokens out'
export const cost = 'Cost'
export const unknownCost = 'not known'
export const pricedShare = 'Price known'

// The charts
export const hourByHour = 'Hour by hour'
export const dayByDay = 'Day by day'
export const unfinished = (step: 'hour' | 'day') =>
  `Times are in UTC. The striped or dashed part is the current ${step}, which is not over yet.`
export const nothingHappened = (range: string) => `No activity in the last ${range}`
export const nothingHappenedAbout = 'Once someone asks one of your agents something, it shows up here.'
export const nothingInRange = (range: string) => `No activity in the last ${range}.`
export const messagesChart = 'Messages and conversations'
export const conversationsStarted = 'Conversations started'
export const endsChart = 'Replies by how they ended'
export const firstWordsChart = 'Time to first word'
export const p50 = 'Median'
export const p95 = '95th percentile'
export const wordsChart = 'Words in replies'
export const upvotesChart = 'Upvotes'
export const upvotesChartNote = 'not counting those taken back'
export const chartSummary = (chart: string, step: string, range: string, described: string) =>
  `${chart}, by ${step}, last ${range}. ${described}`
export const nothingYet = 'Nothing yet.'
export const noneOf = (name: string) => `${name}: none.`
export const sumOf = (name: string, sum: string, day: string, most: string) =>
  `${name}: ${sum}, most on ${day} (${most}).`
export const always = (name: string, time: string) => `${name} ${time}.`
export const between = (name: string, least: string, most: string) => `${name} ${least} to ${most}.`
export const colours = 'Legend'
export const chartNotLoaded = 'The chart could not be loaded. The table below has the same numbers.'
export const showTable = (chart: ReactNode) => <>Show as table{chart}</>
export const ofChart = (chart: string) => `: ${chart}`
export const table = (chart: string) => `Table: ${chart}`
export const tableCaption = (chart: string, isHour: boolean) =>
  `${chart}, by ${isHour ? 'hour' : 'day'} (UTC)`
export const startColumn = (isHour: boolean) => (isHour ? 'Hour (UTC)' : 'Day (UTC)')
export const current = 'not over yet'

// What is counted
export const notesTitle = 'How this is counted'
export const notes = [
  [
    'Messages',
    'are questions to the agent, retries included, in chats, realms, swarms and drafts. Your own count too.',
  ],
  ['Conversations', 'count when they start. Realms don’t start any.'],
  ['People', 'are wallets, each counted once per time range. Visitors only count as messages.'],
  [
    'Time to first word',
    'runs from the question to the first word of the reply. The median and the 95th percentile are accurate to 3%.',
  ],
  ['Upvotes', 'are those given in the time range and not taken back.'],
  ['Hours and days', 'are in UTC. A reply counts in the one in which it was asked for.'],
] as const
export const privacy = 'Only totals are stored, never what anyone said, and only you can see them.'
