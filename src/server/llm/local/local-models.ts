import type { Engine } from '../../../shared/chat/chat.ts'
import type { LocalModelState } from '../../../shared/models/local-model.ts'
import type { ModelRef } from '../../../shared/models/model-choice.ts'
import { HERE } from '../../../shared/models/model-ref.ts'
import type { ModelFacts } from '../../../shared/models/models.ts'
import type { Logger } from '../../base/log.ts'
import type { ModelProvider } from '../provider.ts'
import { type ChosenModel, ChosenModelFile } from './chosen-model.ts'
import type { ProxySettings } from './hub-requests.ts'
import { isEngineInstalled } from './install-engine.ts'
import { LocalModel } from './local-model.ts'
import { ModelRefusal } from './model-refusal.ts'
import { type ObtainOptions, obtainModel } from './obtain-model.ts'
import type { Later } from './silence.ts'

/** How the model of this machine is named where models are chosen. */
const PROVIDER = 'here'

interface LocalModelsOptions {
  /** Where weights are kept. */
  folder: string
  /** Where the engine is installed, or will be. */
  engine: string
  hub: string
  proxy?: ProxySettings | undefined
  log?: Logger | undefined
  /** In place of what the system has, for tests. */
  later?: Later | undefined
  freeMemory?: (() => number) | undefined
  freeBytes?: ObtainOptions['freeBytes']
}

type Getting = Extract<LocalModelState, { kind: 'installing' | 'downloading' | 'failed' }>

/** What can be asked, in the form of the domain's usable models. */
interface AnsweringHere {
  ref: ModelRef
  engine: Engine
  provider: string
  model: string
  facts: ModelFacts
  ask: ModelProvider
}

/** The model of this machine, from nothing over its download to its answers. */
export class LocalModels {
  readonly #options: LocalModelsOptions
  readonly #file: ChosenModelFile
  #getting: Getting | null = null
  #cancel: AbortController | null = null
  #under = Promise.resolve()
  #answering: { chosen: ChosenModel; model: LocalModel } | null = null

  constructor(options: LocalModelsOptions) {
    this.#options = options
    this.#file = new ChosenModelFile(options.folder)
  }

  state(): LocalModelState {
    if (this.#getting) return this.#getting
    const answering = this.#current()
    if (!answering) return { kind: 'absent' }
    const { model, chosen } = answering
    if (model.failure !== null) return { kind: 'failed', sentence: model.failure }
    const { phase } = model
    return phase === 'running'
      ? { kind: phase, name: chosen.name, questions: model.questions }
      : { kind: phase, name: chosen.name }
  }

  /** What answers, if a model is here and was not found to be of no use. */
  model(): AnsweringHere | null {
    const answering = this.#current()
    if (!answering || answering.model.failure !== null) return null
    const { chosen, model } = answering
    return {
      ref: `${PROVIDER}/${chosen.name.replaceAll(/[^\x21-\x7e]+/g, '-')}`,
      engine: { kind: 'local', server: HERE, model: chosen.name },
      provider: HERE,
      model: chosen.name,
      facts: { windowTokens: model.windowTokens, sees: false, tools: false, reasons: null, prices: null },
      ask: model.ask,
    }
  }

  /** How many questions wait behind the one that is answered. */
  get waiting(): number {
    return Math.max(0, (this.#answering?.model.questions ?? 0) - 1)
  }

  /** Begins to get a model, by a short name, a reference in the hub or a path. While it already does, nothing changes. */
  start(reference: string): LocalModelState {
    if (this.#cancel) return this.state()
    if (!this.#getting && this.#current()?.model.failure) {
      // The weights are here: the next question tries them again.
      void this.#forget()
      return this.state()
    }
    const cancel = new AbortController()
    this.#cancel = cancel
    this.#getting = { kind: 'installing' }
    const { folder, engine, hub, proxy, freeBytes } = this.#options
    this.#under = obtainModel(reference, {
      ...{ folder, engine, hub, proxy, freeBytes },
      signal: cancel.signal,
      onInstalling: () => {
        this.#getting = { kind: 'installing' }
      },
      onProgress: (name, progress) => {
        this.#getting = { kind: 'downloading', name, ...progress }
      },
    })
      .then(async (chosen) => {
        await this.#file.write(chosen, folder)
        await this.#forget()
        this.#getting = null
      })
      .catch((error: unknown) => {
        this.#getting = cancel.signal.aborted ? null : { kind: 'failed', sentence: this.#sentenceOf(error) }
      })
      .finally(() => {
        this.#cancel = null
      })
    return this.state()
  }

  /** Ends a download; what has arrived is kept for the next. After a failure it is forgotten. */
  async cancel(): Promise<void> {
    this.#cancel?.abort()
    await this.#under
    if (this.#getting?.kind === 'failed') this.#getting = null
  }

  /** Resolves once nothing is being got any more. */
  async settled(): Promise<LocalModelState> {
    await this.#under
    return this.state()
  }

  async close(): Promise<void> {
    await this.cancel()
    await this.#forget()
  }

  /** What is chosen now; another choice takes the place of the one before. */
  #current(): { chosen: ChosenModel; model: LocalModel } | null {
    const chosen = this.#file.read()
    if (!chosen || !isEngineInstalled(this.#options.engine)) return null
    if (this.#answering?.chosen !== chosen) {
      const before = this.#answering
      const { engine, log, later, freeMemory } = this.#options
      this.#answering = {
        chosen,
        model: new LocalModel({ weights: chosen.path, engine, log, later, freeMemory }),
      }
      void before?.model.close()
    }
    return this.#answering
  }

  async #forget(): Promise<void> {
    const before = this.#answering
    this.#answering = null
    await before?.model.close()
  }

  #sentenceOf(error: unknown): string {
    if (error instanceof ModelRefusal) return error.message
    this.#options.log?.error({ err: error }, 'the model of this machine was not got')
    return 'The model could not be downloaded. Is there a connection?'
  }
}
