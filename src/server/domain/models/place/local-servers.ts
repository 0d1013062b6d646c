import { once } from 'node:events'
import { connect } from 'node:net'
import type { FoundModel, ModelProtocols } from '../model-protocols.ts'
import { presets } from '../presets.ts'

export interface LocalServer {
  id: string
  name: string
  baseUrl: string
}

interface FoundServer extends LocalServer {
  models: readonly FoundModel[]
}

/** Decision 18: at their default ports, in order of preference. */
export const usualLocalServers: readonly LocalServer[] = presets.filter(({ isLocal }) => isLocal)

/** In milliseconds. */
export interface LookTimes {
  /** A server on loopback that is slower would be of no use for chatting. */
  patienceMs: number
  /** Between looks while nothing is found, at first; then twice as long each time. */
  firstMs: number
  /** At most, and always while a server is there. */
  mostMs: number
  /** Whoever asks has it looked again if the last look is older. */
  staleMs: number
  /** What answers at a port and lists no models is another program, which is not bothered more often. */
  otherMs: number
}

const LOOK_TIMES: LookTimes = {
  patienceMs: 1_000,
  firstMs: 3_000,
  mostMs: 60_000,
  staleMs: 3_000,
  otherMs: 30_000,
}

/** A server that is busy answers late; one that does not answer so often has gone. */
const LATE_LOOKS = 3

interface PortState {
  models: readonly FoundModel[]
  /** When it is asked again. */
  notBefore: number
  late: number
}

interface LocalServersOptions {
  servers: readonly LocalServer[]
  list: ModelProtocols['listModels']
  onChange: (found: readonly FoundServer[]) => void
  now: () => number
  times?: Partial<LookTimes> | undefined
}

/** Looks for model servers on this machine, again and again, as they come and go without anybody telling. */
export class LocalServers {
  readonly #options: LocalServersOptions
  readonly #times: LookTimes
  readonly #ports = new Map<string, PortState>()
  readonly #closing = new AbortController()
  #found: readonly FoundServer[] = []
  #looking: Promise<void> | null = null
  #lookedAt = Number.NEGATIVE_INFINITY
  #pauseMs: number
  #timer: NodeJS.Timeout | undefined
  #isResting = false

  constructor(options: LocalServersOptions) {
    this.#options = options
    this.#times = { ...LOOK_TIMES, ...options.times }
    this.#pauseMs = this.#times.firstMs
  }

  /** Those that list a model, in the order of preference. Has them looked for if the last look was a while ago. */
  found(): readonly FoundServer[] {
    if (this.#options.now() - this.#lookedAt > this.#times.staleMs) void this.look()
    return this.#found
  }

  /** Resolves when each port has been looked at. */
  look(): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve()
    this.#isResting = false
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = null
      this.#lookLater()
    })
    return this.#looking
  }

  /** Until the next look that is asked for, none is made. */
  rest(): void {
    this.#isResting = true
    clearTimeout(this.#timer)
  }

  close(): void {
    this.#closing.abort()
    clearTimeout(this.#timer)
  }

  #lookLater(): void {
    if (this.#closing.signal.aborted || this.#isResting || this.#options.servers.length === 0) return
    const isFound = this.#found.length > 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.look(), isFound ? this.#times.mostMs : this.#pauseMs).unref()
    this.#pauseMs = isFound ? this.#times.firstMs : Math.min(this.#pauseMs * 2, this.#times.mostMs)
  }

  async #lookAtAll(): Promise<void> {
    const { servers, now, onChange } = this.#options
    this.#lookedAt = now()
    await Promise.all(servers.map((server) => this.#lookAt(server)))
    if (this.#closing.signal.aborted) return
    const found = servers.flatMap((server) => {
      const models = this.#ports.get(server.baseUrl)?.models ?? []
      return models.length > 0 ? [{ ...server, models }] : []
    })
    const isNew = namesOf(found) !== namesOf(this.#found)
    this.#found = found
    if (isNew) onChange(found)
  }

  async #lookAt(server: LocalServer): Promise<void> {
    const { list, now } = this.#options
    const { patienceMs, otherMs } = this.#times
    const before = this.#ports.get(server.baseUrl)
    const keep = (state: Partial<PortState>) =>
      this.#ports.set(server.baseUrl, { models: [], notBefore: 0, late: 0, ...state })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), patienceMs)
    const signal = AbortSignal.any([late.signal, this.#closing.signal])
    try {
      if (!(await accepts(server, signal))) keep({})
      else if (before === undefined || now() >= before.notBefore)
        keep({ models: await list({ ...server, dialect: 'chat', provider: server.id }, signal) })
    } catch {
      const lateLooks = (before?.late ?? 0) + 1
      if (late.signal.aborted && before && before.models.length > 0 && lateLooks < LATE_LOOKS)
        keep({ ...before, late: lateLooks })
      else keep({ notBefore: now() + otherMs })
    } finally {
      clearTimeout(timer)
    }
  }
}

const namesOf = (found: readonly FoundServer[]) =>
  JSON.stringify(found.map(({ id, models }) => [id, models.map(({ model }) => model)]))

/** Whether anybody listens at the port: what listens may note each request that it does not know. */
async function accepts({ baseUrl }: LocalServer, signal: AbortSignal): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  try {
    await once(socket, 'connect', { signal })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
