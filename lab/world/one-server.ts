import { setTimeout as wait } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { createTestWallet } from '../../test/wallet.ts'
import { Link } from './link.ts'

/** A wallet of nobody who does anything, for which a nonce is stored. */
const { address } = createTestWallet()
const writes = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ address }),
}

/** How long it may take until a server is ready again, in milliseconds. */
const READY_MS = 60_000

/** A server behind a link, which is the same for its clients however often the server is started again. */
export class LabServer {
  readonly #start: () => Promise<ServerProcess>
  readonly link: Link
  #process: ServerProcess

  private constructor(start: () => Promise<ServerProcess>, process: ServerProcess, link: Link) {
    this.#start = start
    this.#process = process
    this.link = link
  }

  /** @param program what Node runs instead of the production bundle */
  static async start(
    environment: Record<string, string>,
    { program, random }: { program: readonly string[] | undefined; random: () => number },
  ): Promise<LabServer> {
    const start = () => startServerProcess(environment, { ownGroup: true, ...(program && { program }) })
    const process = await start()
    return new LabServer(start, process, await Link.open(portOf(process), random))
  }

  get pid(): number {
    return this.#process.pid
  }

  /** Where its clients ask. */
  get address(): string {
    return `http://127.0.0.1:${this.link.port}`
  }

  pause(): void {
    this.#process.signalGroup('SIGSTOP')
  }

  goOn(): void {
    this.#process.signalGroup('SIGCONT')
  }

  kill(): Promise<void> {
    this.goOn()
    return this.#process.kill()
  }

  /** Asks it to end, and waits until it has. */
  async stop(): Promise<void> {
    await this.#process.stop()
  }

  /** Starts it anew if it has ended. */
  async restart(): Promise<void> {
    const ended = await Promise.race([this.#process.exited.then(() => true), wait(0, false)])
    if (!ended) return
    this.#process = await this.#start()
    this.link.leadTo(portOf(this.#process))
  }

  /** Waits until it answers from its database. @throws {Error} if it does not within a minute */
  async untilReady(): Promise<void> {
    const late = performance.now() + READY_MS
    for (;;) {
      const signal = AbortSignal.timeout(2_000)
      const answers = await Promise.all([
        fetch(`${this.address}/api/agents?limit=1`, { signal }),
        // A server whose disk was full reads at once, and writes once it has looked at the disk again.
        fetch(`${this.address}/api/session/nonce`, { ...writes, signal }),
      ]).catch(() => [])
      for (const answer of answers) await answer.body?.cancel().catch(() => {})
      if (answers.length > 0 && answers.every(({ ok }) => ok)) return
      if (performance.now() > late) throw new Error(`A server was not ready after ${READY_MS / 1000} s.`)
      await wait(50)
    }
  }

  async end(): Promise<void> {
    await this.kill()
    await this.link.close()
  }
}

const portOf = ({ address }: ServerProcess) => Number(new URL(address).port)
