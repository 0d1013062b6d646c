import type { Engine } from '../../../../shared/chat/chat.ts'
import { type ModelRef, modelRefSchema } from '../../../../shared/models/model-choice.ts'
import type { ListedModel, ModelFacts } from '../../../../shared/models/models.ts'
import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import { createOfflineEngine } from '../../../llm/offline/offline.ts'
import { DEFAULT_WINDOW_TOKENS } from '../known-models.ts'
import { type ModelProtocols, modelProtocols } from '../model-protocols.ts'
import type { PlaceModels, SeenCircuit, UsableModel } from '../usable-model.ts'
import { Askers } from './askers.ts'
import { Circuits } from './circuits.ts'
import { ModelsFileSource } from './file/models-file-source.ts'
import type { ModelsEnv, PlaceConfig, PlaceProvider } from './file/place-config.ts'
import { KnownProviders } from './known-providers.ts'
import { type LocalServer, LocalServers, type LookTimes, usualLocalServers } from './local-servers.ts'
import { type KnownProvider, secondChoiceOf, sortedModelsOf } from './place-catalog.ts'
import { LIST_TIMES, type ListTimes } from './provider-list.ts'
import { ProviderLists } from './provider-lists.ts'
import { askWithSecondChoice, type Candidate } from './second-choice.ts'

export interface PlaceModelsOptions {
  env: ModelsEnv
  file: { path: string; isNamed: boolean; everyMs?: number | undefined }
  log: Logger
  onSecret?: ((secret: string) => void) | undefined
  localServers?: readonly LocalServer[] | undefined
  calls?: ModelProtocols | undefined
  /** Milliseconds of a clock that never goes back. */
  now?: (() => number) | undefined
  times?: { lists?: Partial<ListTimes>; looks?: Partial<LookTimes>; firstListMs?: number } | undefined
}

/** A list is waited for once, at first, and in milliseconds no longer than this. */
const FIRST_LIST_MS = 1_000

/** The models that the environment, the models file and the servers on this machine give, as they are now. */
export class ConfiguredModels implements PlaceModels {
  readonly #options: PlaceModelsOptions
  readonly #say = logThrottled()
  readonly #source: ModelsFileSource
  readonly #lists: ProviderLists
  readonly #local: LocalServers
  readonly #circuits: Circuits
  readonly #askers: Askers
  readonly #offline: UsableModel
  readonly #known: KnownProviders

  /** @throws {ModelsFileError} with one plain sentence */
  constructor(options: PlaceModelsOptions) {
    const {
      env,
      file,
      log,
      onSecret,
      calls = modelProtocols,
      now = () => performance.now(),
      times = {},
    } = options
    this.#options = options
    this.#circuits = new Circuits(now)
    this.#askers = new Askers(calls, log)
    this.#offline = createOfflineModel(env.CHAT_WINDOW_TOKENS)
    this.#lists = new ProviderLists({ calls, log, now, times: { ...LIST_TIMES, ...times.lists } })
    this.#local = new LocalServers({
      servers: options.localServers ?? usualLocalServers,
      ...{ now, times: times.looks },
      list: (address, signal) => calls.listModels(address, signal),
      onChange: (found) =>
        log.info({ servers: found.map(({ name }) => name) }, 'model servers on this machine'),
    })
    this.#source = new ModelsFileSource({
      ...{ ...file, env, log, onSecret },
      onChange: (config) => this.#take(config),
    })
    this.#known = new KnownProviders({ env, lists: this.#lists, local: this.#local }, this.#source.begin())
  }

  /** Looks for servers on this machine and asks for lists, so that they are known from the first reply on. */
  async start(): Promise<void> {
    await Promise.all([this.#known.looksAround && this.#local.look(), this.#firstLists()])
  }

  standard(): UsableModel {
    const standard = this.#known.standard()
    return standard ? this.#usable(...standard) : this.#offline
  }

  find(ref: ModelRef): UsableModel | null {
    const found = this.#known.findModel(ref)
    return found && this.#usable(...found)
  }

  async list(): Promise<ListedModel[]> {
    await this.#firstLists()
    const { standard } = this.#known.config
    return this.#known.all().flatMap((known) => {
      const models = sortedModelsOf(known)
      const isHere = standard?.provider === known.provider.id && !models.includes(standard.model)
      return [...(isHere ? [standard.model] : []), ...models].flatMap((model) => this.#listed(known, model))
    })
  }

  /** The names of those who did not answer when they were asked for their list. */
  silentProviders(): string[] {
    return this.#lists.failed(this.#known.configured).map(({ name }) => name)
  }

  circuits(): SeenCircuit[] {
    return this.#circuits.read()
  }

  close(): void {
    this.#source.close()
    this.#local.close()
    this.#lists.close()
  }

  #take(config: PlaceConfig): void {
    this.#known.take(config)
    this.#askers.clear()
    this.#lists.keep(this.#known.configured)
    if (this.#known.looksAround) void this.#local.look()
    else this.#local.rest()
  }

  #firstLists(): Promise<void> {
    const patienceMs = this.#options.times?.firstListMs ?? FIRST_LIST_MS
    return this.#lists.firstRead(this.#known.configured, patienceMs)
  }

  #listed(known: KnownProvider, model: string): ListedModel[] {
    const ref = refOf(known.provider, model)
    if (ref === null) return []
    return [{ ref, model, provider: known.provider.name, ...this.#known.factsOf(known, model) }]
  }

  #usable(known: KnownProvider, model: string): UsableModel {
    const { provider } = known
    const facts = this.#known.factsOf(known, model)
    const secondRef = secondChoiceOf(this.#known.config, provider, model)
    const first = this.#candidate(known, model, facts, secondRef !== null)
    const name = provider.name
    const engine: Engine = provider.isLocal
      ? { kind: 'local', server: name, model }
      : { kind: 'provider', model }
    return {
      ...{ ref: refOf(provider, model), provider: name, model, engine, facts },
      ask: askWithSecondChoice({
        ...{ circuits: this.#circuits, first },
        second: () => (secondRef === null ? null : this.#secondChoice(secondRef)),
        onInstead: (second, instead, err) =>
          this.#say(
            this.#options.log,
            'warn',
            { provider: name, model, second: second.model, instead, ...(err !== null && { err }) },
            'the second choice answers',
          ),
        onUnreachable: () => {
          if (provider.isLocal && this.#known.looksAround) void this.#local.look()
        },
      }),
    }
  }

  #secondChoice(ref: ModelRef): Candidate | null {
    const found = this.#known.findModel(ref)
    if (!found) return null
    const [known, model] = found
    return this.#candidate(known, model, this.#known.factsOf(known, model), false)
  }

  #candidate({ provider }: KnownProvider, model: string, facts: ModelFacts, isHasty: boolean): Candidate {
    return {
      ...{ providerId: provider.id, provider: provider.name, model, windowTokens: facts.windowTokens },
      ask: this.#askers.of(provider, model, { facts, isHasty }),
    }
  }
}

function refOf({ id }: PlaceProvider, model: string): ModelRef | null {
  const ref = modelRefSchema.safeParse(`${id}/${model}`)
  return ref.success ? ref.data : null
}

/** What answers without any model (decision 18). @param windowTokens the value of `CHAT_WINDOW_TOKENS` */
function createOfflineModel(windowTokens = DEFAULT_WINDOW_TOKENS): UsableModel {
  return {
    ref: null,
    engine: { kind: 'offline' },
    provider: 'Bionic',
    model: 'offline',
    facts: { windowTokens, sees: false, tools: null, reasons: null, prices: null },
    ask: createOfflineEngine(),
  }
}
