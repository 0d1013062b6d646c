import type { ReplyEvent } from '../../../../../shared/chat/chat.ts'
import { withoutCitations } from '../../../../../shared/knowledge/citations.ts'
import { toolLimits } from '../../../../../shared/tools/tool-states.ts'
import type { Agents } from '../../../agents/agents.ts'
import type { Answers } from '../../../chat/answers.ts'
import { reply } from '../../../chat/reply.ts'
import { Failure } from '../../../failure.ts'
import { agentsModelOf } from '../../../models/choose-model.ts'
import { hasCome } from '../../came-in.ts'
import type { Marks } from '../../tool.ts'
import type { AskAgentOptions } from './ask-agent.ts'

interface NestedAnswersOptions {
  /** There only after the tools, since replies are made with tools. */
  answers: Promise<Pick<Answers, 'answerOnce'>>
  agents: Pick<Agents, 'findAnswering'>
  /** Counts a model call without a request of its own. @returns the seconds to wait; 0 if it may be made */
  takeCall: (by: { wallet: string }) => Promise<number>
  shutdown: AbortSignal
}

const ABOUT_ASKING =
  'Another agent asks this, for the person it talks with. Answer in words that it can pass on, without questions back.'

/** What an agent answers to another one, in a reply that nobody keeps, under the caps of its person. */
export function nestedAnswers(options: NestedAnswersOptions): AskAgentOptions['ask'] {
  const { answers, agents, takeCall, shutdown } = options
  return async ({ agentId, question, wallet, depth }, { requestId, log, signal }) => {
    const wait = await takeCall({ wallet })
    if (wait > 0) throw new Failure('rate_limited', `Too many questions. Try again in ${wait} seconds.`)
    const agent = await agents.findAnswering(agentId, wallet)
    if (!agent) throw new Failure('not_found', 'There is no such agent any more.')
    const events = await (await answers).answerOnce(
      {
        ...{ agentId, wallet, agent: agentsModelOf(agent) },
        // Marked so that it can use only what asks nobody, whatever was allowed from now on.
        acts: {
          ...{ place: null, written: [], cited: [], depth, mayAsk: false },
          marks: { untrusted: true, private: true },
        },
      },
      { requestId, log, shutdown, stopped: signal },
      (parts) =>
        reply(
          {
            ...{ agent, turns: [], text: question, system: ABOUT_ASKING },
            ...(agent.hasDocuments && { asked: { agentId, wallet } }),
          },
          { ...parts, longest: toolLimits.resultCharacters },
        ),
    )
    return collect(events)
  }
}

/** @throws {Failure} if it did not come to an end */
async function collect(events: AsyncIterable<ReplyEvent>): Promise<{ text: string; marks: Marks }> {
  let said = ''
  const marks: Marks = { untrusted: false, private: false }
  let hasEnded = false
  for await (const event of events) {
    if (event.type === 'words') said += event.text
    if (event.type === 'tool' && hasCome(event.status)) {
      marks.untrusted ||= event.brings.untrusted
      marks.private ||= event.brings.private
    }
    hasEnded ||= event.type === 'finished'
  }
  if (!hasEnded) throw new Failure('not_ready', 'It could not answer.')
  // Numbers in brackets are places in its own documents, which nobody sees here.
  return { text: withoutCitations(said).trim(), marks }
}
