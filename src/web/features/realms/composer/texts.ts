import { dayAndTime } from '../../../lib/clock.ts'
import { counted } from '../../../lib/counted.ts'

/** What people read where they write in a realm. */

export const messageTo = (name: string) => `Message to ${name}`
export const connectToChat = 'Connect wallet to chat'
export const deletedHint = 'This realm was deleted'
export const mutedHint = 'You are muted here'
export const enterMessage = 'Enter message...'
export const openToRead = 'Reading is open to everyone. '
export const connectWallet = 'Connect wallet'
export const youAreMuted = (until: string | null) =>
  `You are muted in this realm${until === null ? '' : ` until ${dayAndTime(new Date(until))}`}. You can still read.`
export const draftKept = 'Your draft is kept.'
export const copyDraft = 'Copy your draft'
export const waitingToSend = 'Waiting for the connection. Your message will be sent automatically.'
export const takeBack = 'Take back'
export const notSent = 'Not sent · '
export const retry = 'Retry'
export const oneSuggestion = '1 suggestion'
export const suggestions = (count: number) => `${count} suggestions`
export const agent = 'Agent'
export const here = 'Here'
export const replyingTo = 'Replying to '
export const oneTyping = (name: string) => `${name} is typing`
export const twoTyping = (one: string, other: string) => `${one} and ${other} are typing`
export const manyTyping = (count: number) => `${count} people are typing`
export const yourself = 'yourself'
export const replyingToEarlier = 'Replying to an earlier message'
export const cancelReply = 'Cancel reply'
export const slowWait = (seconds: number) =>
  `Slow mode. You can write again in ${seconds < 60 ? `${seconds} s` : counted(Math.ceil(seconds / 60), 'minute')}.`
export const bannedHint = 'You can’t write here'
