import { agentFields, promptedFields } from '../../../shared/agents/agent-fields.ts'
import { expandMacros } from '../../../shared/agents/macros.ts'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { ModelMessage, ModelRequest, OfferedTools, WantedPost } from '../../llm/provider.ts'
import type { LoreScan } from '../lorebook/choose-lore.ts'
import { firstSentence } from './first-sentence.ts'
import { namesOf, type PromptLore, personaRoom, personaTexts } from './persona-prompt.ts'
import { ABOUT_SOURCES, withoutOwnCitations, withQuotedSources } from './quote-sources.ts'
import { pictureTokens, saysSomething, turnsThatFit, type Window } from './window.ts'

const INTRODUCE_YOURSELF = 'Please introduce yourself.'

/** An earlier turn; one of another program can have pictures and calls of tools, or be an instruction of the program. */
export interface RememberedTurn extends Pick<ModelMessage, 'content' | 'pictures' | 'calls' | 'callId'> {
  role: 'system' | 'user' | 'assistant' | 'tool'
  id?: string
}

/** JPEGs by the id of the question that they belong to. */
type PicturesOf = ReadonlyMap<string, readonly Uint8Array[]>

export interface ReplyRequest {
  agent: AnsweringAgent
  /** Earlier turns, oldest first; with the id of the message if its pictures are to be shown. */
  turns: readonly RememberedTurn[]
  /** The number of turns before those, if it is already known that they do not fit. */
  leftOut?: number
  /** The agent's message that the conversation began with, if it began with one; it is not among the turns. */
  greeting?: string | undefined
  /** The newest user text; empty if another program asks without one. */
  text: string
  pictures?: readonly Uint8Array[] | undefined
  /** What another program puts after it: instructions, its tools' calls with results, or the beginning of the reply. */
  following?: readonly RememberedTurn[] | undefined
  /** What another program adds to the system message. It stands after everything of the agent. */
  system?: string | undefined
  /** Tools of another program, and its limit for the reply in tokens. */
  offered?: OfferedTools | undefined
  maxTokens?: number | undefined
  mostWords?: number | undefined
  /** Texts that end the reply before them. */
  stop?: readonly string[] | undefined
  /** Ends the system message where several speak; consecutive messages are then joined, so that the two roles alternate. */
  situation?: string
  /** The agent whose documents are searched, and who asks; omitted if there is nothing to cite. */
  asked?: {
    agentId: string
    wallet: string | null
    /** The stored conversation and the question, if it has files of the person. */
    conversation?: { id: string; questionId: string }
  }
  /** Decides about lore with a probability; by default every reply decides anew. */
  seed?: string | undefined
  said?: string
  post?: WantedPost
  turn?: ModelRequest['turn']
}

/** The model's input, and the number of earlier turns that are omitted from it, oldest first. */
export interface Prompt {
  messages: ModelMessage[]
  forgotten: number
}

interface PromptAdditions {
  sources?: readonly CitedSource[]
  pictures?: PicturesOf
  lore?: PromptLore
}

/**
 * Section 7, in order: the system message, the scripted introduction, the earlier turns that fit (decision 15), and the
 * found passages with the newest text. A persona (record 0055) has its greeting in place of the scripted answer, and may
 * close with instructions after the newest text.
 */
export function buildPrompt(
  request: ReplyRequest,
  window: Window,
  { sources = [], pictures = new Map(), lore = NO_LORE }: PromptAdditions = {},
): Prompt {
  const { agent, turns: earlier, greeting, leftOut = 0, text, situation, asked } = withGreeting(request)
  const cites = sources.length > 0
  const turns = cites ? withoutOwnCitations(earlier) : earlier
  const { system: more, pictures: ownPictures, following = [] } = request
  const seen = (id: string | undefined) => {
    const shown = id === undefined ? undefined : pictures.get(id)
    return shown && { pictures: shown }
  }
  const newest: ModelMessage = {
    role: 'user',
    content: cites ? withQuotedSources(sources, text) : text,
    ...(ownPictures ? { pictures: ownPictures } : seen(asked?.conversation?.questionId)),
  }
  const said = text !== '' || ownPictures ? [newest] : []
  const newestOn = [...said, ...following.map(withoutId)]
  const persona = agent.persona
    ? personaTexts(
        {
          agent,
          own: ownParagraphs(agent),
          lore,
          greeting,
          isAlone: situation === undefined,
        },
        roomOf(request, { ...window, tokens: window.tokens - pictureTokens(newestOn) }).room,
      )
    : null
  const system = persona ? persona.system : [systemMessage(agent)]
  const opening: ModelMessage[] = [
    { role: 'system', content: paragraphs([...system, situation, more, cites && ABOUT_SOURCES]) },
    { role: 'user', content: INTRODUCE_YOURSELF },
    {
      role: 'assistant',
      content: (persona ? persona.greeting : greeting) ?? introduction(agent),
    },
  ]
  const closing: ModelMessage[] = persona?.closing ? [{ role: 'system', content: persona.closing }] : []
  const fitting = turnsThatFit(
    turns.map((turn) => ({ ...withoutId(turn), ...seen(turn.id) })),
    [...opening, ...newestOn, ...closing],
    window,
  )
  return {
    messages: [
      ...opening,
      ...(situation === undefined ? [...fitting, ...newestOn] : joinNeighbours([...fitting, ...newestOn])),
      ...closing,
    ],
    forgotten: leftOut + turns.filter(saysSomething).length - fitting.length,
  }
}

const withoutId = ({ id: _, ...message }: RememberedTurn): ModelMessage => message

/** Other programs send the greeting as the first earlier turn. It is taken for the greeting, so that it is not said twice. */
function withGreeting(request: ReplyRequest): ReplyRequest {
  const { agent, greeting, turns, leftOut = 0, situation } = request
  const [first, ...others] = turns
  const isGreeting = agent.persona && greeting === undefined && leftOut === 0 && situation === undefined
  if (!isGreeting || first?.role !== 'assistant') return request
  return { ...request, greeting: first.content, turns: others }
}

const NO_LORE: PromptLore = { before: [], after: [] }

/** What is searched for the keys of the agent's lorebook; null if it has none. */
export function loreScanOf(request: ReplyRequest, window: Window): LoreScan | null {
  const { agent, turns, greeting, text, said = text } = request
  const lorebook = agent.persona?.lorebook
  if (!lorebook || lorebook.entries.length === 0) return null
  const earlier = turns.filter(saysSomething).map(({ content }) => content)
  return {
    lorebook,
    messages: [...(greeting === undefined ? [] : [greeting]), ...earlier, said].reverse(),
    names: namesOf(agent),
    windowTokens: window.tokens,
    mostTokens: roomOf(request, window).loreRoom,
  }
}

function roomOf({ agent, text, situation, system, following = [] }: ReplyRequest, window: Window) {
  const given = [text, ...following.map(({ content }) => content)]
  const always = [
    systemMessage(agent),
    situation ?? '',
    system ?? '',
    INTRODUCE_YOURSELF,
    introduction(agent),
    ...given,
  ]
  return personaRoom(always, window)
}

const systemMessage = (agent: AnsweringAgent) => {
  const { personality, rest } = ownParagraphs(agent)
  return paragraphs([personality, ...rest])
}

function ownParagraphs(agent: AnsweringAgent) {
  const rest = describedFields.map((field) => described(field, agent)).filter((text) => text !== '')
  return { personality: agent.personality, rest }
}

/** The name and the description are not told: a personality says who it is. */
const describedFields = promptedFields.filter(
  (field) => field !== 'name' && field !== 'description' && field !== 'personality',
)

function described(field: (typeof describedFields)[number], agent: AnsweringAgent): string {
  const told = [agent[field]].flat().join(', ')
  return told && `Your ${agentFields[field].label.toLowerCase()}: ${told}.`
}

function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== false).join('\n\n')
}

function joinNeighbours(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = []
  for (const message of messages) {
    const last = joined.at(-1)
    if (last?.role === message.role)
      joined[joined.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` }
    else joined.push(message)
  }
  return joined
}

function introduction(agent: AnsweringAgent): string {
  const { personality, knowledgeDomains } = agent
  const sentence = firstSentence(agent.persona ? expandMacros(personality, namesOf(agent)) : personality)
  const end = /[\p{L}\p{N}]$/u.test(sentence) ? '.' : ''
  return `${sentence}${end} I specialize in ${knowledgeDomains.join(', ')}`
}
