import { partsOfRef } from '../../../../shared/models/model-choice.ts'
import type { ModelFacts } from '../../../../shared/models/models.ts'
import { factsOf } from '../known-models.ts'
import { presetOf } from '../presets.ts'
import { type ModelsEnv, type PlaceConfig, type PlaceProvider, presetProvider } from './file/place-config.ts'
import type { LocalServers } from './local-servers.ts'
import { fileFacts, type KnownProvider, listFacts, modelsOf, namedByFile, offers } from './place-catalog.ts'
import type { ProviderLists } from './provider-lists.ts'

interface KnownProvidersOptions {
  env: ModelsEnv
  lists: ProviderLists
  local: LocalServers
}

/** The providers of the configuration and those found on this machine, with what each lists at this moment. */
export class KnownProviders {
  readonly #options: KnownProvidersOptions
  #config: PlaceConfig
  #named: ReadonlySet<string>

  constructor(options: KnownProvidersOptions, config: PlaceConfig) {
    this.#options = options
    this.#config = config
    this.#named = namedByFile(config)
  }

  get config(): PlaceConfig {
    return this.#config
  }

  take(config: PlaceConfig): void {
    this.#config = config
    this.#named = namedByFile(config)
  }

  get configured(): PlaceProvider[] {
    return [...this.#config.providers.values()]
  }

  /** Decision 18: where a model is named, nobody else is looked for. */
  get looksAround(): boolean {
    return this.#config.standard === null
  }

  all(): KnownProvider[] {
    return [...this.configured.map((provider) => this.#withList(provider)), ...this.#found()]
  }

  find(id: string): KnownProvider | null {
    const configured = this.#config.providers.get(id)
    if (configured) return this.#withList(configured)
    return this.#found().find(({ provider }) => provider.id === id) ?? null
  }

  /** Null if there is no such model now. */
  findModel(ref: string): [KnownProvider, string] | null {
    const { provider, model } = partsOfRef(ref)
    const known = provider === null ? null : this.find(provider)
    return known && (this.#named.has(ref) || offers(known, model)) ? [known, model] : null
  }

  /** What is named, else what `CHAT_MODEL` is wherever it is, else the first model of the first provider, else of a server here. */
  standard(): [KnownProvider, string] | null {
    const { standard } = this.#config
    const named = standard && this.find(standard.provider)
    if (named) return [named, standard.model]
    const { CHAT_MODEL: wanted } = this.#options.env
    const chosen = wanted.includes('/') ? this.findModel(wanted) : null
    if (chosen) return chosen
    const all = this.all()
    for (const known of all) {
      const found = modelsOf(known).find((name) => name === wanted || name === `${wanted}:latest`)
      if (found !== undefined) return [known, found]
    }
    for (const known of all) {
      const [first] = modelsOf(known)
      if (first !== undefined) return [known, first]
    }
    return null
  }

  factsOf(known: KnownProvider, model: string): ModelFacts {
    const { CHAT_WINDOW_TOKENS: windowTokens, VISION_MODELS: visionModels } = this.#options.env
    const { provider } = known
    return factsOf(model, {
      ...{ windowTokens, visionModels, isLocal: provider.isLocal },
      file: fileFacts(provider, model),
      listed: listFacts(known, model),
    })
  }

  #withList(provider: PlaceProvider): KnownProvider {
    return { provider, listed: this.#options.lists.current(provider) }
  }

  #found(): KnownProvider[] {
    if (!this.looksAround) return []
    return this.#options.local.found().flatMap(({ id, name, baseUrl, models }) => {
      const preset = presetOf(id)
      if (!preset || this.#config.providers.has(id)) return []
      return [{ provider: { ...presetProvider(preset, undefined), name, baseUrl }, listed: models }]
    })
  }
}
