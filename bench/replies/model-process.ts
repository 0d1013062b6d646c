import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chunk, delta } from '../../e2e/fakes/model-server.ts'
import { scriptOf, stampedWord } from './scripted-model.ts'
import { answerParent } from './start-process.ts'

/**
 * A model server for many streams at once: the first word at once, then one at each interval, each with a timestamp.
 */
const ending = `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`

const server = createServer(async (incoming, outgoing) => {
  const script = scriptOf(await text(incoming))
  if (!script) {
    outgoing.writeHead(400).end()
    return
  }
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  let said = 0
  const say = () => {
    outgoing.write(delta(stampedWord()))
    if (++said < script.words) return
    clearInterval(timer)
    if (!script.holds) outgoing.end(ending)
  }
  const timer = setInterval(say, script.everyMs)
  outgoing.once('close', () => clearInterval(timer))
  say()
})
await once(server.listen(0, '127.0.0.1'), 'listening')
answerParent((server.address() as AddressInfo).port, () => undefined)
