import type { Tool, ToolOutcome, ToolSource } from '../src/server/domain/tools/tool.ts'
import type { ChatEngine } from '../src/server/llm/choose-engine.ts'
import type { ModelEvent, ModelRequest } from '../src/server/llm/provider.ts'

/** What a model that acts says next: words, or calls by name with their arguments. */
export type Said = string | readonly { name: string; arguments: object | string }[]

/** A model that says what its script says: for each request one, by how many answers of it the question has had. */
export function actingModel(script: (request: ModelRequest, step: number) => Said) {
  const requests: ModelRequest[] = []
  let calls = 0
  const chat: ChatEngine = {
    engine: { kind: 'provider', model: 'acting' },
    async *ask(request): AsyncGenerator<ModelEvent> {
      requests.push(request)
      const lastQuestion = request.messages.findLastIndex(({ role }) => role === 'user')
      const step = request.messages.slice(lastQuestion).filter(({ role }) => role === 'assistant').length
      const said = script(request, step)
      if (typeof said === 'string') yield { type: 'words', text: said }
      else
        yield {
          type: 'calls',
          calls: said.map(({ name, arguments: given }) => ({
            id: `call_${++calls}`,
            name,
            arguments: typeof given === 'string' ? given : JSON.stringify(given),
          })),
        }
      yield { type: 'end', reason: 'stop' }
    },
  }
  return { chat, requests }
}

/** Tools whose effects are counted. */
export function countedTools(
  run: (
    name: string,
    args: Record<string, unknown>,
    signal: AbortSignal,
    answer?: unknown,
  ) => Promise<ToolOutcome>,
  more: Partial<Tool> & { names?: readonly string[] } = {},
) {
  const effects: { name: string; args: Record<string, unknown> }[] = []
  const { names = ['send'], ...fields } = more
  const tools = names.map(
    (name): Tool => ({
      ...{ name, title: 'Send a message', origin: 'mail.example', description: 'Sends a message.' },
      parameters: { type: 'object', properties: { to: { type: 'string' } } },
      pin: 'a pin',
      kind: 'acts',
      marks: { untrusted: false, private: false },
      run: (args, _context, signal, answer) => {
        effects.push({ name, args })
        return run(name, args, signal, answer)
      },
      ...fields,
    }),
  )
  const source: ToolSource = { list: async () => tools }
  return { source, effects, tools }
}
