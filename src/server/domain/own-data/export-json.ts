import type { Conversation } from '../../../shared/chat/conversations.ts'
import type { Message } from '../../../shared/chat/messages.ts'
import type { ExportedConversation } from '../../../shared/own-data/exported-conversation.ts'
import type { ExportedRun } from '../../../shared/own-data/exported-run.ts'
import type { SwarmRun, SwarmTurn } from '../../../shared/swarm/swarm.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import type { ZipEntry } from '../zip/write-zip.ts'

export const document = (path: string, value: object): ZipEntry => ({
  path,
  content: `${JSON.stringify(value, null, 2)}\n`,
})

export async function* wordsDocument(
  head: object,
  words: () => AsyncIterable<object>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "messages": [`
  let separator = '\n    '
  for await (const word of words()) {
    yield `${separator}${JSON.stringify(word)}`
    separator = ',\n    '
  }
  yield '\n  ]\n}\n'
}

/** What is running or waits is exported as interrupted. */
const over = <State extends string>(state: State) =>
  (state === 'running' || state === 'waiting' ? 'interrupted' : state) as
    | Exclude<State, 'running' | 'waiting'>
    | 'interrupted'

export function conversationDocument(conversation: Conversation): ExportedConversation {
  const { id, agentId, agentName, title, modelRef, activeLeaf, createdAt, updatedAt, messages, stories } =
    conversation
  return {
    ...{ id, agentId, agentName, title, modelRef, activeLeaf, createdAt, updatedAt },
    messages: messages.toSorted((one, other) => one.number - other.number).map(messageDocument),
    ...(stories && { stories }),
  }
}

function messageDocument(message: Message): ExportedConversation['messages'][number] {
  const { number: _, ...kept } = message
  return kept.role === 'user' ? kept : { ...kept, state: over(kept.state) }
}

export function runDocument(run: SwarmRun): ExportedRun {
  const { id, mode, phases, state, createdAt, updatedAt } = run
  const seats = run.seats.map(({ agentId, agentName, dropped }) => ({ agentId, agentName, dropped }))
  return {
    id,
    mode,
    seats,
    phases,
    turns: run.turns.map(turnDocument),
    state: over(state),
    createdAt,
    updatedAt,
  }
}

function turnDocument({ number: _, calls: __, said, ...turn }: SwarmTurn): ExportedRun['turns'][number] {
  return { ...turn, state: over(turn.state), said: said ?? countWords(turn.content) }
}
