import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { REALTIME_PATH } from '../../src/shared/realms/realtime.ts'
import { openSocket, type SocketClient } from '../realms/socket-client.ts'
import { answerParent } from '../replies/start-process.ts'

/** The messages to the attackers' process; one at a time. */
export type AttackAsked = { do: 'begin'; port: number } | { do: 'end' }

/** How the server responded to the attack. */
export interface Attacked {
  /** Sockets open at the end, after repeated tries. */
  socketsOpen: number
  socketTries: number
  /**
   * The number of requests, and the responses by status; `unanswered` if there was none by the end, or the connection
   * was cut.
   */
  requests: number
  answers: Record<string, number>
}

const SOCKETS = 1_000
const REALMS_EACH = 8
const REQUESTS_A_SECOND = 200

/**
 * The interval after which a refused socket tries again, more often than any page does; an accepted one enters further
 * realms.
 */
const AGAIN_MS = 2_000

/**
 * The number of non-existent realms that each socket enters at a time: more than the limit, but too few for it to be
 * closed at once.
 */
const REALMS_AGAIN = 4

const SOCKETS_FROM = '198.51.100.1'
const REQUESTS_FROM = '198.51.100.2'

/** Requests that a visitor may send, and requests with invented cookies, which nobody sends. */
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
  // A refused connection also counts as lost.
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

/** Sends requests at a fixed rate, whether they are answered or not. */
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
