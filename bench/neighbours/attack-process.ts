import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { REALTIME_PATH } from '../../src/shared/realms/realtime.ts'
import { openSocket, type SocketClient } from '../realms/socket-client.ts'
import { answerParent } from '../replies/start-process.ts'

/** What the process of the attackers is asked; one thing at a time. */
export type AttackAsked = { do: 'begin'; port: number } | { do: 'end' }

/** What the server made of it. */
export interface Attacked {
  /** Open at the end, of those that were tried again and again. */
  socketsOpen: number
  socketTries: number
  /** Requests that were sent, and how they were answered, by status; `unanswered` at the end, or cut off. */
  requests: number
  answers: Record<string, number>
}

const SOCKETS = 1_000
const REALMS_EACH = 8
const REQUESTS_A_SECOND = 200

/** Who was refused tries again so soon, on and on, which no page does; who was let in goes on entering other realms. */
const AGAIN_MS = 2_000

/** Each socket enters so many made-up realms then: more than it may, and not so many that it would be let go of at once. */
const REALMS_AGAIN = 4

const SOCKETS_FROM = '198.51.100.1'
const REQUESTS_FROM = '198.51.100.2'

/** Requests that a visitor may send, and such as none does: cookies that are made up. */
const asks: (() => { path: string; cookie?: string })[] = [
  () => ({ path: '/' }),
  () => ({ path: `/api/agents?query=${randomBytes(2).toString('hex')}` }),
  () => ({ path: '/api/agents', cookie: `bionic_session=${randomBytes(32).toString('base64url')}` }),
  () => ({ path: `/api/realms/${randomUUID()}` }),
  () => ({ path: `/realm/${randomUUID()}` }),
]

const timers: NodeJS.Timeout[] = []
const open = new Set<SocketClient>()
const result: Attacked = { socketsOpen: 0, socketTries: 0, requests: 0, answers: {} }
let over = false

answerParent<AttackAsked>('ready', async (asked) => {
  if (asked.do === 'begin') {
    for (let socket = 0; socket < SOCKETS; socket++) keepOpen(asked.port)
    sendRequests(asked.port)
    return 'begun'
  }
  over = true
  for (const timer of timers) clearInterval(timer)
  result.socketsOpen = open.size
  for (const socket of open) socket.end()
  return result
})

function keepOpen(port: number): void {
  if (over) return
  result.socketTries++
  let client: SocketClient | undefined
  let isLost = false
  // A connection that is refused is lost, too.
  const again = () => {
    if (isLost) return
    isLost = true
    if (client) open.delete(client)
    timers.push(setTimeout(() => keepOpen(port), AGAIN_MS))
  }
  const headers = { 'x-forwarded-for': SOCKETS_FROM }
  openSocket({ port, path: REALTIME_PATH, headers, onText: () => {}, onLost: again }).then((opened) => {
    client = opened
    open.add(opened)
    const enter = (realms: number) => {
      for (let realm = 0; realm < realms; realm++)
        opened.send(JSON.stringify({ type: 'enter', realm: randomUUID(), after: 0 }))
    }
    enter(REALMS_EACH)
    timers.push(setInterval(() => open.has(opened) && enter(REALMS_AGAIN), AGAIN_MS))
  }, again)
}

/** Whether they are answered or not. */
function sendRequests(port: number): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const began = performance.now()
  const count = (how: string) => {
    result.answers[how] = (result.answers[how] ?? 0) + 1
  }
  timers.push(
    setInterval(() => {
      const due = ((performance.now() - began) / 1000) * REQUESTS_A_SECOND
      for (; result.requests < due; result.requests++) {
        const { path, cookie } = asks[result.requests % asks.length]?.() ?? { path: '/' }
        const headers = { 'x-forwarded-for': REQUESTS_FROM, ...(cookie && { cookie }) }
        request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
          count(String(answer.statusCode))
          answer.resume()
        })
          .on('error', () => count('unanswered'))
          .end()
      }
    }, 10),
  )
}
