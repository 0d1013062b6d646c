import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listDown } from '../../db/trust/take-down.ts'

/** Milliseconds between look-ups of the agents that answer here: a notice of another server may be lost. */
const ASK_MS = 30_000

interface LiveAgent {
  down: AbortController
  running: number
}

/** Ends what an agent is saying on this server when it is taken down, wherever its words go. */
export class LiveAgents {
  readonly #options: { db: Db; log: Logger }
  readonly #agents = new Map<string, LiveAgent>()
  readonly #asking: NodeJS.Timeout

  constructor(options: { db: Db; log: Logger }) {
    this.#options = options
    this.#asking = setInterval(() => {
      this.#look().catch((error: unknown) =>
        options.log.debug({ err: error }, 'agents that answer can not be looked up now'),
      )
    }, ASK_MS).unref()
  }

  /** @returns the signal that is aborted when the agent is taken down, until `over` is called once */
  begin(agentId: string): { down: AbortSignal; over: () => void } {
    const id = agentId.toLowerCase()
    const agent = this.#agents.get(id) ?? { down: new AbortController(), running: 0 }
    this.#agents.set(id, agent)
    agent.running++
    return {
      down: agent.down.signal,
      over: () => {
        agent.running--
        if (agent.running === 0 && this.#agents.get(id) === agent) this.#agents.delete(id)
      },
    }
  }

  end(agentId: string): void {
    const id = agentId.toLowerCase()
    const agent = this.#agents.get(id)
    // What begins from now on is not for this signal: the agent may be put back.
    this.#agents.delete(id)
    agent?.down.abort()
  }

  close(): void {
    clearInterval(this.#asking)
  }

  async #look(): Promise<void> {
    if (this.#agents.size === 0) return
    for (const id of await listDown(this.#options.db, [...this.#agents.keys()])) this.end(id)
  }
}
