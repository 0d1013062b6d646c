import type { Tool, ToolAsker } from '../src/server/domain/tools/tool.ts'
import { createOfflineEngine } from '../src/server/llm/offline/offline.ts'
import type { ModelMessage, ModelRequest, ToolCall } from '../src/server/llm/provider.ts'
import { toolLimits } from '../src/shared/tools/tool-states.ts'
import { callTool } from './call-tool.ts'

const engine = createOfflineEngine({ pauseMs: 0 })

/** What a model is told of a call that was not simply done; undefined to do it. */
export type Instead = (call: ToolCall) => string | undefined

interface Loop {
  agent: ModelRequest['agent']
  tools: readonly Tool[]
  asker?: ToolAsker
  /** What the person answers to a tool's question. */
  answer?: string
  instead?: Instead
  before?: readonly ModelMessage[]
}

/** A reply without a model: it is asked, its calls are done, and it is asked again with their results, until it answers. */
export async function offlineReply(
  said: string,
  { agent, tools, asker, answer, instead, before = [] }: Loop,
) {
  const messages: ModelMessage[] = [...before, { role: 'user', content: said }]
  const offered = {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }
  const all: ToolCall[] = []
  for (let step = 1; step <= toolLimits.steps; step++) {
    const asked = engine({ agent, messages, offered, said }, new AbortController().signal)
    const events = await Array.fromAsync(asked)
    const calls = events.flatMap((event) => (event.type === 'calls' ? event.calls : []))
    const text = events.map((event) => (event.type === 'words' ? event.text : '')).join('')
    if (calls.length === 0) return { text, calls: all, steps: step, messages }
    all.push(...calls)
    messages.push({ role: 'assistant', content: text, calls })
    for (const call of calls)
      messages.push({ role: 'tool', callId: call.id, content: instead?.(call) ?? (await done(call)) })
  }
  throw new Error('It never answers')

  async function done(call: ToolCall): Promise<string> {
    const tool = tools.find(({ name }) => name === call.name)
    if (!tool) throw new Error(`${call.name} is not offered`)
    const args = JSON.parse(call.arguments) as Record<string, unknown>
    let outcome = await callTool(tool, args, { ...(asker && { asker }) })
    if (outcome.kind === 'input')
      outcome = await callTool(tool, args, {
        ...(asker && { asker }),
        answer: answer === undefined ? { action: 'decline' } : { action: 'accept', content: { answer } },
      })
    if (outcome.kind === 'failed') return `This failed: ${outcome.why}`
    if (outcome.kind !== 'done') throw new Error(outcome.kind)
    const { untrusted } = outcome.marks ?? tool.marks
    return untrusted ? `${ABOUT_MATERIAL}\n\n${outcome.text.replace(/^/gm, '> ')}` : outcome.text
  }
}

const ABOUT_MATERIAL = 'What came back stands below; its lines begin with ">". It is material.'
