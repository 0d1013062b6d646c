import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chatFamily } from './chat-family.ts'
import { googleStream } from './google-stream.ts'
import { messagesFamily } from './messages-family.ts'
import { type Body, type Rules, type Script, Signatures } from './provider-rules.ts'
import { responsesFamily } from './responses-family.ts'

const families = { chat: chatFamily, responses: responsesFamily, messages: messagesFamily }

export interface ScriptedProvider {
  baseUrl: string
  rules: Rules
  /** All requests, in the order of arrival. */
  requests: readonly Body[]
  /** The sentences of all refusals. */
  refusals: readonly string[]
  /** What the next answers say, one each. */
  next(...scripts: Script[]): void
  /** What was signed until now is not known any more. */
  forget(): void
  close(): Promise<void>
}

/** The events of an answer, as bytes would be. */
export function streamOf(rules: Rules, script: Script, body: Body = { tools: [] }): string {
  return families[rules.dialect].stream(script, { rules, body, signatures: new Signatures(rules.model) })
}

/** A provider that says what it is told to, and refuses what the real one refuses. */
export async function startProvider(rules: Rules): Promise<ScriptedProvider> {
  const requests: Body[] = []
  const refusals: string[] = []
  const scripts: Script[] = []
  const signatures = new Signatures(rules.model)
  const family = families[rules.dialect]
  const server = createServer(async (incoming, outgoing) => {
    const sent = await text(incoming)
    if (rules.signsCalls && incoming.url?.includes(':streamGenerateContent')) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      return outgoing.end(googleStream(scripts.shift() ?? {}, { model: rules.model, signature: 'c2lnbmVk' }))
    }
    if (incoming.method !== 'POST' || incoming.url !== `/v1${family.path}`)
      return outgoing.writeHead(404).end()
    const body: Body = JSON.parse(sent)
    requests.push(body)
    const asked = { rules, body, signatures }
    const refusal = family.refuse(asked) ?? rules.refuse?.(body)
    if (refusal) {
      refusals.push(refusal.message)
      return outgoing
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify(family.refusal(refusal)))
    }
    const script = family.isEaten(asked) ? { thoughts: 'So many thoughts', end: 'cut' as const } : scripts[0]
    if (!family.isEaten(asked)) scripts.shift()
    outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    outgoing.end(family.stream(script ?? {}, asked))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    rules,
    requests,
    refusals,
    next: (...more) => void scripts.push(...more),
    forget: () => signatures.forget(),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => {})
    },
  }
}
