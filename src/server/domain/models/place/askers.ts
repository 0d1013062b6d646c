import type { ModelFacts } from '../../../../shared/models/models.ts'
import type { Logger } from '../../../base/log.ts'
import { RecentMap } from '../../../base/recent-map.ts'
import { httpFetch } from '../../../llm/http/http-fetch.ts'
import type { SendRequest } from '../../../llm/model-address.ts'
import type { ModelProvider } from '../../../llm/provider.ts'
import type { ModelProtocols } from '../model-protocols.ts'
import { LONG_WAIT_SECONDS } from './circuits.ts'
import type { PlaceProvider } from './file/place-config.ts'

const MAX_ASKERS = 200

/** Made when a model is first asked, and kept, as making one may load the client of its protocol. */
export class Askers {
  readonly #calls: ModelProtocols
  readonly #log: Logger
  readonly #askers = new RecentMap<string, ModelProvider>(MAX_ASKERS)

  constructor(calls: ModelProtocols, log: Logger) {
    this.#calls = calls
    this.#log = log
  }

  /** @param options.isHasty whether something else answers where this one says to wait long */
  of(
    provider: PlaceProvider,
    model: string,
    { facts, isHasty }: { facts: ModelFacts; isHasty: boolean },
  ): ModelProvider {
    const key = JSON.stringify([provider.id, model, facts, isHasty])
    return (request, signal) => {
      const known = this.#askers.get(key) ?? this.#create(provider, model, { facts, isHasty })
      this.#askers.set(key, known)
      return known(request, signal)
    }
  }

  /** To be called when addresses or keys have changed. Replies that run go on with theirs. */
  clear(): void {
    this.#askers.clear()
  }

  #create(
    { id, baseUrl, apiKey, asksUsage, dialectOf }: PlaceProvider,
    model: string,
    { facts, isHasty }: { facts: ModelFacts; isHasty: boolean },
  ): ModelProvider {
    return this.#calls.createModel({
      ...{
        dialect: dialectOf(model),
        provider: id,
        baseUrl,
        apiKey,
        asksUsage,
        model,
        facts,
        log: this.#log,
      },
      ...(isHasty && { send: withoutLongWaits() }),
    })
  }
}

/**
 * A provider that says to wait long is not tried again, where something else can answer meanwhile: the header is the one by
 * which providers themselves tell clients so.
 */
function withoutLongWaits(): SendRequest {
  return async (address, init) => {
    const response = await httpFetch(address, init)
    const { status, headers } = response
    const seconds = Number(headers.get('retry-after') ?? 0)
    const isLong = Number.isNaN(seconds) || seconds > LONG_WAIT_SECONDS
    if (status < 300 || !isLong) return response
    const get = (name: string) => (name === 'x-should-retry' ? 'false' : headers.get(name))
    return { ...response, headers: { get } }
  }
}
