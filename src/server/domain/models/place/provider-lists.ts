import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import type { FoundModel, ModelProtocols } from '../model-protocols.ts'
import type { PlaceProvider } from './file/place-config.ts'
import { type ListTimes, ProviderList } from './provider-list.ts'

/** Milliseconds: servers on this machine load and lose models all the time, and are quick to ask. */
const LOCAL_FRESH_MS = 30_000

interface ProviderListsOptions {
  calls: ModelProtocols
  log: Logger
  now: () => number
  times: ListTimes
}

/** The lists of all configured providers. Whose entries name each model is not asked for a list. */
export class ProviderLists {
  readonly #options: ProviderListsOptions
  readonly #lists = new Map<string, ProviderList>()
  readonly #say = logThrottled()

  constructor(options: ProviderListsOptions) {
    this.#options = options
  }

  /** Lets go of the lists of those that are not among these; a list outlives a change that does not concern its provider. */
  keep(providers: Iterable<PlaceProvider>): void {
    const kept = new Set([...providers].map(keyOf))
    for (const [key, list] of this.#lists) {
      if (kept.has(key)) continue
      list.close()
      this.#lists.delete(key)
    }
  }

  current(provider: PlaceProvider): readonly FoundModel[] | null {
    return this.#of(provider)?.current() ?? null
  }

  async firstRead(providers: readonly PlaceProvider[], patienceMs: number): Promise<void> {
    await Promise.all(providers.map((provider) => this.#of(provider)?.firstRead(patienceMs)))
  }

  failed(providers: readonly PlaceProvider[]): PlaceProvider[] {
    return providers.filter((provider) => this.#of(provider)?.hasFailed)
  }

  close(): void {
    for (const list of this.#lists.values()) list.close()
  }

  #of(provider: PlaceProvider): ProviderList | null {
    if (provider.only?.every(({ name }) => !name.includes('*'))) return null
    const key = keyOf(provider)
    const known = this.#lists.get(key) ?? this.#create(provider)
    this.#lists.set(key, known)
    return known
  }

  #create({ id, name, baseUrl, apiKey, isLocal, dialectOf }: PlaceProvider): ProviderList {
    const { calls, log, now, times } = this.#options
    return new ProviderList({
      // The list of every provider is asked for as that of its newest models is.
      read: (signal) =>
        calls.listModels({ dialect: dialectOf(''), provider: id, baseUrl, apiKey, log }, signal),
      onFailed: (err) => this.#say(log, 'warn', { provider: name, err }, `${name} does not tell its models`),
      now,
      times: { ...times, freshMs: isLocal ? Math.min(times.freshMs, LOCAL_FRESH_MS) : times.freshMs },
    })
  }
}

const keyOf = ({ id, baseUrl, apiKey }: PlaceProvider) => JSON.stringify([id, baseUrl, apiKey])
