import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import type { ModelMessage, ModelRequest, OfferedTools, WantedPost } from '../../llm/provider.ts'
import type { RecollectedStory, Recollecting } from './recollections.ts'

/** An earlier turn; one of another program can have pictures and calls of tools, or be an instruction of the program. */
export interface RememberedTurn
  extends Pick<ModelMessage, 'content' | 'pictures' | 'calls' | 'callId' | 'carry'> {
  role: 'system' | 'user' | 'assistant' | 'tool'
  id?: string
}

export interface ReplyRequest {
  agent: AnsweringAgent
  /** Earlier turns, oldest first; with the id of the message if its pictures are to be shown. */
  turns: readonly RememberedTurn[]
  /** The number of turns before those, if it is already known that they do not fit. */
  leftOut?: number
  /** The agent's message that the conversation began with, if it began with one; it is not among the turns. */
  greeting?: string | undefined
  /** The first question of the path and its answer, which stay however much was said since. They may be among the turns. */
  opening?: readonly RememberedTurn[] | undefined
  /** What was said before the turns, in short. */
  story?: RecollectedStory | undefined
  /** For whom a memory is looked up, and messages that are left out are found again; absent for neither. */
  recollects?: Recollecting | undefined
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
