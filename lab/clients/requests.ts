import { setTimeout as wait } from 'node:timers/promises'
import { type Account, requestInit, type Sent } from '../../test/sign-in.ts'
import type { History, Outcome, ServerName } from '../history.ts'
import type { World } from '../world/world.ts'

/** How long a client waits for an answer, in milliseconds. */
export const PATIENCE_MS = 3_000

/** What a client knows of a request: when it was, how it ended, and what was answered. */
export interface Asked {
  begun: number
  ended: number
  via: ServerName
  outcome: Outcome
  status: number | null
  text: string
}

/** One person's hand at all servers. */
export class Hand {
  readonly world: World
  readonly history: History
  readonly account: Account

  constructor(world: World, history: History, account: Account) {
    this.world = world
    this.history = history
    this.account = account
  }

  /** Asks through the link of one server, and never throws: nothing that was not heard was promised. */
  async ask(via: ServerName, method: string, path: string, sent: Sent = {}): Promise<Asked> {
    const begun = performance.now()
    const signal = AbortSignal.timeout(PATIENCE_MS)
    try {
      const answer = await fetch(
        this.world.server(via).address + path,
        requestInit(method, { as: this.account, signal, ...sent }),
      )
      const text = await answer.text()
      return {
        begun,
        ended: performance.now(),
        via,
        outcome: outcomeOf(answer.status),
        status: answer.status,
        text,
      }
    } catch {
      return { begun, ended: performance.now(), via, outcome: 'unknown', status: null, text: '' }
    }
  }

  /** The same again, at one server after the other, until somebody answers; for what has an id of its own. */
  async insist(via: ServerName, method: string, path: string, sent: Sent, until: number): Promise<Asked> {
    const first = performance.now()
    for (let server = via; ; server = server === 'a' ? 'b' : 'a') {
      const asked = await this.ask(server, method, path, sent)
      if (asked.outcome !== 'unknown' || performance.now() > until) return { ...asked, begun: first }
      await wait(50)
    }
  }
}

/** A refusal of the server's own state, such as 503 or 507, leaves open what was done. */
function outcomeOf(status: number): Outcome {
  if (status < 300) return 'ok'
  return status >= 400 && status < 500 && status !== 429 && status !== 408 ? 'refused' : 'unknown'
}

/** @returns what an answer says, or null where there is none */
export function bodyOf<Body>({ outcome, text }: Asked): Body | null {
  return outcome === 'ok' && text !== '' ? (JSON.parse(text) as Body) : null
}

/** What the history keeps of a request. */
export const timesOf = ({ begun, ended, via, outcome }: Asked) => ({ begun, ended, via, outcome })
