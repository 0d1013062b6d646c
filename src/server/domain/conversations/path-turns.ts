import { greetingOf, saidTurns } from '../../../shared/chat/message-tree.ts'
import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { partsOf, sourcesOf } from '../../../shared/chat/parts.ts'
import type { AgentTools } from '../../../shared/tools/agent-tools.ts'
import type { PathMessage, ToldPath } from '../../db/conversations/told-path.ts'
import { fromStored } from '../../db/turns/stored-parts.ts'
import type { RememberedTurn, ReplyRequest } from '../chat/reply-request.ts'
import type { ActingFor } from '../chat/reply-tools.ts'
import { hasCome } from '../tools/came-in.ts'
import { joinMarks, NO_MARKS } from '../tools/decide-consent.ts'
import { answersIn, toldCalls } from '../tools/told-calls.ts'

/** What was said on a path before a question, as its model is told it: with the calls of tools where there are any. */
function turnsOf(path: readonly PathMessage[]): RememberedTurn[] {
  const partsById = new Map(
    path.flatMap((message) => (message.parts ? [[message.id, replyParts(message)]] : [])),
  )
  const hasCalled = (id: string) => partsById.get(id)?.some(({ kind }) => kind === 'tool') ?? false
  // A reply that said nothing beside its calls is told, too.
  const said = path.map((message) => (hasCalled(message.id) ? { ...message, content: 'called' } : message))
  return saidTurns(said).flatMap(({ id, role, content }): RememberedTurn[] => {
    const parts = partsById.get(id)
    if (!parts || !hasCalled(id)) return [{ id, role, content }]
    const { steps, rest } = toldCalls(parts)
    return [...steps.flatMap(({ messages }) => messages as RememberedTurn[]), { id, role, content: rest }]
  })
}

function toldOn(told: ToldPath): Pick<ReplyRequest, 'turns' | 'leftOut' | 'greeting' | 'opening' | 'story'> {
  const turns = turnsOf(told.path)
  const opening = openingOf(told)
  return {
    turns,
    // Each non-empty reply is sent together with its question.
    leftOut: 2 * repliesOn(told) - turns.filter(({ id }) => id !== undefined).length,
    // Nothing for one whose words were deleted.
    greeting: greetingOf(firstOf(told))?.content || undefined,
    opening,
    ...(told.story && { story: storyOf(told.story, opening) }),
  }
}

/** The first messages of the path, as far as they are known; none if its beginning was out of reach. */
function firstOf({ before, beginning, path }: ToldPath): PathMessage[] {
  if (before > 0 && beginning.length === 0) return []
  return [...beginning, ...path].slice(0, 3)
}

/** Its words alone: what tools did for it is told where it stands among the turns. */
function openingOf(told: ToldPath): RememberedTurn[] {
  return saidTurns(firstOf(told)).slice(0, 2)
}

function storyOf(
  { id, text, ownWords }: NonNullable<ToldPath['story']>,
  opening: readonly RememberedTurn[],
): ReplyRequest['story'] {
  const ofOpening = new Set(opening.map((turn) => turn.id))
  return {
    id,
    text,
    ownWords: ownWords.filter((own) => !ofOpening.has(own.id)).map(({ content }) => content),
  }
}

/** Replies that say something, without the greeting. Of those that were not read only their number is known. */
function repliesOn(told: ToldPath): number {
  const { path, before } = told
  const greetings = greetingOf(firstOf(told)) ? 1 : 0
  const read = path.filter(({ role, content }) => role === 'assistant' && content !== '').length
  if (before === 0) return read - (path[0]?.role === 'assistant' && path[0].content !== '' ? 1 : 0)
  return read + Math.max(0, Math.floor((before - greetings) / 2))
}

interface KnownOf extends ToldPath {
  hasFiles: boolean
  hasDocuments: boolean
  hasFacts: boolean
  isForProgram: boolean
}

interface AskedOf extends Pick<ReplyRequest, 'agent' | 'text'> {
  agentId: string
  wallet: string
  replyId: string
  conversation: { id: string; questionId: string }
}

export type ActingOnPath = Pick<ActingFor, 'written' | 'cited' | 'marks' | 'hasMaterial' | 'answered'>

/** What a reply is made from: the same for the first answer to a question and for one that goes on. */
export function replyFrom(
  known: KnownOf,
  { agent, text, agentId, wallet, replyId, conversation }: AskedOf,
): { request: ReplyRequest; acts: ActingOnPath } {
  const { hasFiles, hasDocuments, hasFacts, isForProgram } = known
  const isPrivate = hasFiles || (hasDocuments && agent.owner === wallet) || hasFacts
  return {
    request: {
      agent,
      text,
      ...toldOn(known),
      // What a program can read is for programs.
      recollects: { agentId, wallet, use: isForProgram ? 'doors' : 'chat', conversation, hasFacts },
      seed: replyId,
      ...((hasDocuments || hasFiles) && { asked: { agentId, wallet, ...(hasFiles && { conversation }) } }),
    },
    acts: actingOn(known, text, { isPrivate, tools: agent.tools ?? null }),
  }
}

/** What the path tells of whoever wrote in it and of what came in, for the tools of the next reply. */
function actingOn(
  { path, beginning, story, before, hasFiles, hasDocuments }: KnownOf,
  question: string,
  { isPrivate, tools }: { isPrivate: boolean; tools: AgentTools | null },
): ActingOnPath {
  const read = [...beginning, ...path]
  const parts = read.flatMap((message) => (message.parts ? replyParts(message) : []))
  const calls = parts.flatMap((part) => (part.kind === 'tool' ? [part] : []))
  const came = calls.flatMap(({ status, brings }) => (hasCome(status) ? [brings] : []))
  const written = read.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const ownWords = story?.ownWords.map(({ content }) => content) ?? []
  // Nobody has looked what calls brought into messages that a story tells or that are found again.
  const mayHaveCalled = before > 0 && tools !== null
  const mayHaveBrought = before > 0 && (hasDocuments || bringsOthers(tools))
  // What an agent remembers may be in what it said then.
  const toldMemory = parts.some((part) => part.kind === 'context' && part.facts.length > 0)
  return {
    written: [...ownWords, ...written, question],
    cited: (sourcesOf(parts) ?? []).map(({ quote }) => quote),
    marks: joinMarks(
      NO_MARKS,
      { untrusted: false, private: isPrivate || toldMemory },
      { untrusted: mayHaveCalled, private: mayHaveCalled },
      ...came,
    ),
    hasMaterial: hasFiles || mayHaveBrought || parts.some(isMaterial),
    answered: answersIn(parts),
  }
}

/** Passages are a part even where none is cited. */
function isMaterial(part: ReplyPart): boolean {
  if (part.kind === 'sources') return true
  if (part.kind !== 'tool') return false
  return part.brings.untrusted && hasCome(part.status)
}

/** Whether an agent's tools can bring text of others into a conversation. */
const bringsOthers = (tools: AgentTools | null): boolean =>
  tools !== null &&
  (tools.servers.length > 0 ||
    tools.own.some((name) => name === 'web_page' || name === 'ask_agent' || name === 'documents'))

/** Reasoning is in a column of its own, which nobody reads here. */
function replyParts({ content, parts }: PathMessage): readonly ReplyPart[] {
  return partsOf(fromStored({ content, reasoning: '', parts }))
}
