import * as z from 'zod/mini'
import { tooLong } from '../../../../../shared/text/plain-text.ts'
import { Failure } from '../../../failure.ts'
import { defineTool, failed, noMarks } from '../../own/define-tool.ts'
import type { MakeTool } from '../../own/own-tools.ts'
import type { CallContext, Marks, Tool, ToolOutcome } from '../../tool.ts'
import type { AskedAgent, FoundAgent } from './find-asked-agent.ts'

/** An agent that was asked may ask one more, and that one nobody. */
const MOST_DEPTH = 2

const QUESTION_CHARACTERS = 8_000

interface AgentQuestion {
  agentId: string
  question: string
  /** Who pays for it, and whose rights it has. */
  wallet: string
  /** Of the agent that is asked: how many agents stand between the person and it. */
  depth: number
}

export interface AskAgentOptions {
  find: (name: string, wallet: string) => Promise<FoundAgent>
  /** @returns what the agent says, and what has come into it beside the question @throws {Failure} for the model */
  ask: (
    question: AgentQuestion,
    from: Pick<CallContext, 'requestId' | 'log'> & { signal: AbortSignal },
  ) => Promise<{ text: string; marks: Marks }>
}

const schema = z.object({
  agent: z
    .string('“agent” is a text.')
    .check(z.trim(), z.minLength(1, 'The agent is not named.'), z.maxLength(100, 'There is no such agent.')),
  question: z
    .string('“question” is a text.')
    .check(
      z.trim(),
      z.minLength(1, 'The question is empty.'),
      z.maxLength(QUESTION_CHARACTERS, tooLong('A question', QUESTION_CHARACTERS)),
    ),
})

/**
 * Another agent sees the question, and its owner chose what it does with it: asking one is a way out, and free only for
 * agents of the person. Nothing is asked where nobody is signed in, since nobody's caps would hold it.
 */
export function askAgentTool(options: AskAgentOptions): MakeTool {
  return ({ agentId, owner, wallet, depth }) => {
    if (wallet === null || depth >= MOST_DEPTH) return null
    const tool = defineTool({
      ...described,
      run: async ({ agent, question }, context, signal) =>
        answer(await options.find(agent, wallet), question, context, signal),
    })
    return {
      ...tool,
      async resolve(args) {
        const named = schema.safeParse(args)
        if (!named.success) return { tool: { ...tool, isFree: () => true }, args }
        const found = await options.find(named.data.agent, wallet)
        const isNobody = found === null || 'several' in found
        const bound: Tool = {
          ...tool,
          // Where nobody can be asked, nothing leaves.
          isFree: () => isNobody || found.owner === wallet,
          run: (_, context, signal) => answer(found, named.data.question, context, signal),
        }
        return { tool: bound, args }
      },
    }

    async function answer(
      found: FoundAgent,
      question: string,
      { requestId, log }: CallContext,
      signal: AbortSignal,
    ): Promise<ToolOutcome> {
      if (found === null) return failed('There is no such agent, or this person can not use it.')
      if ('several' in found) return failed(whichOf(found.several))
      if (found.id === agentId) return failed('This is you: an agent can not ask itself.')
      try {
        const asked = { agentId: found.id, question, wallet: wallet as string, depth: depth + 1 }
        const { text, marks } = await options.ask(asked, { requestId, log, signal })
        return { kind: 'done', text: `${found.name} answers:\n\n${text}`, marks: marksOf(found, marks) }
      } catch (error) {
        if (error instanceof Failure) return failed(error.message)
        throw error
      }
    }

    /** What others made it say is text of others; what an agent says that not everybody can ask is private. */
    function marksOf(found: AskedAgent, marks: Marks): Marks {
      const isTrusted = found.owner === wallet || (owner !== null && found.owner === owner)
      return { untrusted: marks.untrusted || !isTrusted, private: marks.private || !found.isPublic }
    }
  }
}

const described = {
  name: 'ask_agent' as const,
  description: [
    'Asks another agent of this place one question, and gives its answer. It sees the question and nothing else of this conversation, so say in it all that it needs.',
    'Agents of the person are asked at once; for those of others the person is asked first.',
  ].join(' '),
  parameters: {
    type: 'object',
    properties: {
      agent: { type: 'string', description: 'Its handle, such as @ada, or its name' },
      question: { type: 'string', description: 'The whole question' },
    },
    required: ['agent', 'question'],
    additionalProperties: false,
  },
  schema,
  kind: 'acts' as const,
  marks: { ...noMarks, untrusted: true },
}

function whichOf(several: readonly AskedAgent[]): string {
  const handles = several.flatMap(({ handle }) => (handle === null ? [] : [`@${handle}`]))
  return `There are ${several.length} agents of this name. Ask one by its handle: ${handles.join(', ')}.`
}
